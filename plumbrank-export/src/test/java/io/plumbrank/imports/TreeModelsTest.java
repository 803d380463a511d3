package io.plumbrank.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.learn.trees.Importance;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.util.InputException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Small files written by hand in the formats' own words; what XGBoost writes is tested where XGBoost is. */
class TreeModelsTest {
    private static final String XGBOOST = """
            {"learner": {"attributes": {}, "learner_model_param": {"base_score": "5E-1", "num_class": "0",
              "num_feature": "3", "num_target": "1"}, "objective": {"name": "rank:ndcg"},
             "gradient_booster": {"name": "gbtree", "model": {"tree_info": [0], "trees": [{
               "tree_param": {"num_nodes": "5", "size_leaf_vector": "1"},
               "left_children": [2, -1, -1, 4, -1], "right_children": [1, -1, -1, -1, -1],
               "split_indices": [2, 0, 0, 4294967295, 0], "split_type": [0, 0, 0, 0, 0],
               "split_conditions": [1.5E0, -1E0, 2.5E-1, 0, 0], "default_left": [1, 0, 0, 0, 0],
               "loss_changes": [9E0, 0, 0, 0, 0], "sum_hessian": [4, 1, 3, 0, 0]}]}}},
             "version": [3, 0, 4]}
            """;

    private static final String RANKLIB = """
            ## LambdaMART
            ## No. of trees = 2
            ## No. of leaves = 3

            <ensemble>
            \t<tree id="1" weight="0.1">
            \t\t<split>
            \t\t\t<feature> 3 </feature>
            \t\t\t<threshold> 0.5 </threshold>
            \t\t\t<split pos="left">
            \t\t\t\t<feature> 1 </feature>
            \t\t\t\t<threshold> -1.0 </threshold>
            \t\t\t\t<split pos="left">
            \t\t\t\t\t<output> 1.7 </output>
            \t\t\t\t</split>
            \t\t\t\t<split pos="right">
            \t\t\t\t\t<output> -0.3 </output>
            \t\t\t\t</split>
            \t\t\t</split>
            \t\t\t<split pos="right">
            \t\t\t\t<output> 2.0 </output>
            \t\t\t</split>
            \t\t</split>
            \t</tree>
            \t<tree id="2" weight="0.1">
            \t\t<split>
            \t\t\t<output> 0.7 </output>
            \t\t</split>
            \t</tree>
            </ensemble>
            """;

    private static TreeEnsemble parse(String text) {
        return TreeModels.parse(text.getBytes(StandardCharsets.UTF_8), "model.txt");
    }

    private static double score(TreeEnsemble ensemble, float... x) {
        double[] u = new double[1];
        ensemble.scoreInto(x, u);
        return u[0];
    }

    @Test
    void xgboostsNodesAreFollowedFromTheRoot() {
        TreeEnsemble ensemble = parse(XGBOOST);
        assertThat(ensemble.inputs()).isEqualTo(3);
        assertThat(ensemble.members().get(0).tree().nodes()).isEqualTo(3);
        assertThat(score(ensemble, 0, 0, 1.25f)).isEqualTo(0.75);
        assertThat(score(ensemble, 0, 0, 1.5f)).isEqualTo(-0.5);
        assertThat(score(ensemble, 0, 0, Float.NaN)).isEqualTo(0.75);
        assertThat(Importance.of(ensemble).gains()).containsExactly(0, 0, 9);
    }

    @Test
    void truthValuesAndBracketsOfOtherVersionsAreRead() {
        assertThat(parse(XGBOOST.replace("[1, 0, 0, 0, 0]", "[true, false, false, false, false]")
                        .replace("\"5E-1\"", "\"[5E-1]\"")))
                .isEqualTo(parse(XGBOOST));
    }

    @Test
    void ranklibGoesLeftWhereAtMostAndCountsMissingAsZero() {
        TreeEnsemble ensemble = parse(RANKLIB);
        assertThat(ensemble.inputs()).isEqualTo(4);
        assertThat(score(ensemble, 7, -1, 9, 0.5f)).isEqualTo(sum(1.7f, 0.7f));
        assertThat(score(ensemble, 7, Math.nextUp(-1f), 9, 0.5f)).isEqualTo(sum(-0.3f, 0.7f));
        assertThat(score(ensemble, 7, -1, 9, Math.nextUp(0.5f))).isEqualTo(sum(2f, 0.7f));
        assertThat(score(ensemble, 7, Float.NaN, Float.NaN, Float.NaN)).isEqualTo(sum(-0.3f, 0.7f));
    }

    /** RankLib's {@code Ensemble.eval}: a float that doubles are added to. */
    private static float sum(float... leaves) {
        float sum = 0;
        for (float leaf : leaves) {
            sum = (float) (sum + (double) leaf * (double) 0.1f);
        }
        return sum;
    }

    @Test
    void aForestIsTheMeanOfItsBags() {
        String bag = RANKLIB.substring(RANKLIB.indexOf("<ensemble>"));
        TreeEnsemble forest = parse("## Random Forests\n## No. of bags = 2\n\n" + bag + "\n" + bag);
        assertThat(score(forest, 7, -1, 9, 0.5f)).isEqualTo(sum(1.7f, 0.7f));
    }

    @Test
    void whatCannotBeReadIsSaidInOneLine() {
        assertRefused(
                XGBOOST.replace("[0, 0, 0, 0, 0]", "[1, 0, 0, 0, 0]"),
                "model.txt: found a categorical split, expected numeric splits: encode categories as numbers, and train again");
        assertRefused(
                XGBOOST.replace("gbtree", "gblinear"),
                "model.txt: found XGBoost's booster 'gblinear', expected trees: train with booster=gbtree or dart");
        assertRefused(
                XGBOOST.replace("size_leaf_vector\": \"1\"", "size_leaf_vector\": \"4\""),
                "model.txt: found trees with a vector in each leaf, expected one output per tree:"
                        + " train with multi_strategy=one_output_per_tree");
        assertRefused(
                RANKLIB.replace("LambdaMART", "Coordinate Ascent"),
                "model.txt: found RankLib's model 'Coordinate Ascent', expected LambdaMART, MART or Random Forests");
        assertRefused(
                "",
                "model.txt: found an empty file, expected a model that XGBoost saved as JSON or UBJSON, or RankLib's text");
        assertRefused(
                "binf",
                "model.txt: found bytes of no known format, expected a model that XGBoost saved as JSON or UBJSON,"
                        + " or RankLib's text");
    }

    @Test
    void damageIsNamed() {
        String whole = ", expected a whole file: save or copy the model again";
        assertRefused(
                XGBOOST.replace("tree_info", "tree_inf"),
                "model.txt: found a damaged model ('learner.gradient_booster.model.tree_info' is missing;"
                        + " 'learner.gradient_booster.model.tree_inf' looks like a misspelling of it)" + whole);
        assertRefused(
                XGBOOST.replace("[2, -1, -1, 4, -1]", "[0, -1, -1, 4, -1]"),
                "model.txt: found a damaged model (node 0 of a tree has a child 0)" + whole);
        assertRefused(
                XGBOOST.replace("[2, -1, -1, 4, -1]", "[2, -1, -1, 4]"),
                "model.txt: found a damaged model (a tree whose arrays have 4 and 5 nodes)" + whole);
        assertRefused(
                XGBOOST.replace("\"3\"", "\"2\""),
                "model.txt: found a damaged model (a split on feature 3, but 2 features)" + whole);
        assertRefused(XGBOOST.substring(0, 300), "model.txt:4: found incomplete or damaged JSON" + whole);
        assertRefused(RANKLIB.replace("</ensemble>", ""), "model.txt:31: found text that is no whole XML" + whole);
        assertRefused(
                RANKLIB.replace("<feature> 1 ", "<feature> 0 "),
                "model.txt: found a damaged model (a feature below 1 at line 11)" + whole);
        assertRefused(
                RANKLIB.replace("<output> 2.0 </output>", ""),
                "model.txt: found a damaged model (leaves must be finite and thresholds not NaN, got NaN)" + whole);
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(InputException.class).hasMessage(message);
    }

    /** The same document in UBJSON, with all ways to write an array. */
    private static byte[] ubjson() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Ubj out = new Ubj(new DataOutputStream(bytes));
        out.raw('{').key("learner").raw('{').key("learner_model_param").raw('{');
        out.key("base_score").text("5E-1").key("num_feature").text("3").raw('}');
        out.key("objective").raw('{', '#', 'U', 1).key("name").text("rank:ndcg");
        out.key("gradient_booster")
                .raw('{')
                .key("name")
                .text("gbtree")
                .key("model")
                .raw('{');
        out.key("tree_info").raw('[', 'i', 0, ']').key("trees").raw('[', '#', 'i', 1, '{');
        out.key("tree_param").raw('{', '}');
        out.key("left_children").raw('[', '$', 'i', '#', 'U', 3, 1, 0xff, 0xff);
        out.key("right_children").raw('[', '#', 'I', 0, 3, 'U', 2, 'N', 'i', 0xff, 'I', 0xff, 0xff);
        out.key("split_indices").raw('[', 'l', 0, 0, 0, 2, 'i', 0, 'i', 0, ']');
        out.key("split_conditions").raw('[', '$', 'd', '#', 'i', 3).floats(1.5f, 0.25f, -1);
        out.key("default_left").raw('[', 'T', 'F', 'F', ']');
        out.key("loss_changes").raw('[', '$', 'd', '#', 'i', 3).floats(9, 0, 0);
        out.key("sum_hessian").raw('[', '$', 'd', '#', 'i', 3).floats(4, 3, 1);
        out.raw('}', '}', '}', '}', '}');
        return bytes.toByteArray();
    }

    private record Ubj(DataOutputStream out) {
        Ubj raw(int... bytes) throws IOException {
            for (int b : bytes) {
                out.writeByte(b);
            }
            return this;
        }

        Ubj key(String name) throws IOException {
            out.writeByte('L');
            out.writeLong(name.length());
            out.write(name.getBytes(StandardCharsets.UTF_8));
            return this;
        }

        Ubj text(String text) throws IOException {
            out.writeByte('S');
            return key(text);
        }

        Ubj floats(float... values) throws IOException {
            for (float value : values) {
                out.writeFloat(value);
            }
            return this;
        }
    }

    @Test
    void ubjsonSaysTheSame() throws IOException {
        assertThat(TreeModels.parse(ubjson(), "model.ubj")).isEqualTo(parse(XGBOOST));
    }

    @Test
    void noDamagedByteLeadsBeyondAnInputException() throws IOException {
        byte[] whole = ubjson();
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 0; trial < 20_000; trial++) {
            byte[] damaged = Arrays.copyOf(whole, trial < whole.length ? trial : whole.length);
            if (trial >= whole.length) {
                for (int i = random.nextInt(3); i >= 0; i--) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                }
            }
            try {
                TreeModels.parse(damaged, "model.ubj");
            } catch (InputException e) {
                assertThat(e).hasMessageStartingWith("model.ubj:").hasMessageContaining("expected");
            }
        }
    }
}
