package io.plumbrank.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.Trees;
import io.plumbrank.util.InputException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Small files written by hand; what LightGBM writes is tested where LightGBM is. */
class LightgbmModelTest {
    /** Left of 0.5 are the codes 1, 3 and 33 of feature 1; else feature 0 decides, where 0 is missing and goes left. */
    private static final String MODEL = """
            tree
            version=v4
            num_class=1
            num_tree_per_iteration=1
            label_index=0
            max_feature_idx=1
            objective=lambdarank
            feature_names=price country
            feature_infos=[0:1] 0:1:3:33
            tree_sizes=400 100

            Tree=0
            num_leaves=3
            num_cat=1
            split_feature=1 0
            split_gain=2 1
            threshold=0 -0.75
            decision_type=1 6
            left_child=-1 -2
            right_child=1 -3
            leaf_value=0.1 0.2 -0.3
            leaf_weight=1 1 1
            leaf_count=10 20 30
            internal_value=0 0
            internal_weight=0 0
            internal_count=60 50
            cat_boundaries=0 2
            cat_threshold=10 2
            is_linear=0
            shrinkage=1


            Tree=1
            num_leaves=1
            num_cat=0
            leaf_value=0.7


            end of trees

            feature_importances:
            """;

    private static ScoreRanker ranker(String text) {
        return new LightgbmModel()
                .read(text.getBytes(StandardCharsets.UTF_8), "model.txt")
                .orElseThrow()
                .as(ScoreRanker.class)
                .orElseThrow();
    }

    private static double score(Scorer scorer, float... x) {
        double[] u = new double[1];
        scorer.scoreInto(x, u);
        return u[0];
    }

    @Test
    void splitsAreFollowedByHand() {
        Scorer scorer = ranker(MODEL).itemScorer();
        for (float code : new float[] {1, 1.9f, 3, 33}) {
            assertThat(score(scorer, 5, code)).isEqualTo(0.1 + 0.7);
        }
        for (float code : new float[] {0, 2, 4, 32, 34, -1, 1e9f, Float.NaN}) {
            assertThat(score(scorer, 5, code)).isEqualTo(-0.3 + 0.7);
            assertThat(score(scorer, -0.75f, code)).isEqualTo(0.2 + 0.7);
            assertThat(score(scorer, -0.7f, code)).isEqualTo(-0.3 + 0.7);
            assertThat(score(scorer, 0, code)).isEqualTo(0.2 + 0.7);
            assertThat(score(scorer, Float.NaN, code)).isEqualTo(0.2 + 0.7);
        }
    }

    @Test
    void aMeanIsDividedAtTheEnd() {
        Scorer scorer = ranker(MODEL.replace("tree_sizes", "average_output\ntree_sizes"))
                .itemScorer();
        assertThat(score(scorer, 5, 1)).isEqualTo((0.1 + 0.7) / 2);
    }

    @Test
    void plainSplitsGiveTheSameScores() {
        Trees trees = (Trees) ranker(MODEL).itemScorer();
        TreeEnsemble plain = trees.plain(100).orElseThrow();
        float[] values = {
            Float.NaN, 0, -0f, -0.75f, -0.7f, -1, -0.5f, 1, 1.5f, 2, 3, 4, 32, 33, 34, 1e9f, 1e-36f, -1e-36f
        };
        for (float a : values) {
            for (float b : values) {
                assertThat(score(plain, a, b)).isEqualTo(score(trees, a, b));
            }
        }
        assertThat(trees.plain(10)).isEmpty();
    }

    @Test
    void namesAreKept() {
        assertThat(ranker(MODEL).inColumns().featureNames()).containsExactly("price", "country");
        assertThat(ranker(MODEL.replace("price country", "Column_0 Column_1"))
                        .inColumns()
                        .featureNames())
                .isEmpty();
    }

    @Test
    void whatCannotBeReadIsSaidInOneLine() {
        String whole = "a whole file: save or copy the model again";
        assertRefused(
                MODEL.replace("=v4", "=v2"),
                "model.txt:2: found version=v2, expected version=v3 or v4: save the model with LightGBM 3 or 4");
        assertRefused(
                MODEL.replace("iteration=1", "iteration=3"),
                "model.txt:4: found a model of 3 outputs, expected one score per item: train a ranker or a regression");
        assertRefused(
                MODEL.replace("is_linear=0", "is_linear=1"),
                "model.txt:29: found a tree with linear leaves, expected constant ones: train with linear_tree=false");
        assertRefused(
                MODEL.substring(0, MODEL.indexOf("leaf_weight")),
                "model.txt:21: found the end of the file within the trees, expected " + whole);
        assertRefused(
                MODEL.replace("Tree=1\nnum_leaves=1\nnum_cat=0\nleaf_value=0.7\n", ""),
                "model.txt:35: found 1 trees, where the file tells 2, expected " + whole);
        assertRefused(MODEL.replace("-0.75", "abc"), "model.txt:17: found 'abc' in 'threshold', expected a number");
        assertRefused(
                MODEL.replace("left_child=-1 -2", "left_child=-1"),
                "model.txt:19: found 1 numbers in 'left_child', expected 2, or " + whole);
        assertRefused(
                MODEL.replace("left_child=-1 -2", "left_child=-1 0"),
                "model.txt:12: found a damaged model (node 1 of a tree has a child 0), expected " + whole);
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(() -> ranker(text))
                .isInstanceOf(InputException.class)
                .hasMessage(message);
    }

    @Test
    void noDamageLeadsBeyondAnInputException() {
        SplittableRandom random = new SplittableRandom(1);
        byte[] whole = MODEL.getBytes(StandardCharsets.UTF_8);
        for (int trial = 0; trial < 20_000; trial++) {
            byte[] damaged = whole.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                damaged[6 + random.nextInt(damaged.length - 6)] =
                        (byte) (trial % 2 == 0 ? '0' + random.nextInt(10) : random.nextInt(127));
            }
            try {
                new LightgbmModel().read(damaged, "model.txt");
            } catch (InputException e) {
                assertThat(e).hasMessageStartingWith("model.txt:").hasMessageContaining("expected");
            }
        }
    }
}
