package io.plumbrank.theory.surrogates;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.surrogate.templates.Bregman;
import io.plumbrank.surrogate.templates.ListMle;
import io.plumbrank.surrogate.templates.ListNet;
import io.plumbrank.surrogate.templates.Potentials;
import io.plumbrank.surrogate.templates.RankBoost;
import io.plumbrank.surrogate.templates.RankNet;
import io.plumbrank.surrogate.templates.RankSvm;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.theory.distributions.Fractions;
import io.plumbrank.theory.distributions.LabelSpace;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Methods that sort by scores, by the text of their surrogate. */
public final class ScoreMethods {
    private ScoreMethods() {}

    /** @param observed writes the weights of a label's pairs, for the losses of observed pairs */
    public static <Y> Method<Y, Ranking> of(
            MethodChoice choice,
            int items,
            LabelSpace<Y> labels,
            BiConsumer<? super Y, double[]> encoder,
            BiConsumer<? super Y, double[]> observed) {
        if (choice.decoder() != null && !choice.decoder().strip().equalsIgnoreCase("sort")) {
            throw new IllegalArgumentException("decoder '" + choice.decoder()
                    + "' is for surrogate 'pairs'; scores of '" + choice.surrogate() + "' are decoded by 'sort'");
        }
        if (choice.isOwn()) {
            if (choice.margin() != 0) {
                throw new IllegalArgumentException("a margin is part of a surrogate of one's own");
            }
            boolean graphs = labels.labels().get(0) instanceof PreferenceGraph;
            return graphs
                    ? new OwnMethod<>(choice, items, labels.labels(), items * items, observed)
                    : new OwnMethod<>(choice, items, labels.labels(), items, encoder);
        }
        if (choice.isFormula()) {
            return new PairMethod<>(
                    choice.surrogate().strip(), PairLoss.parse(choice.surrogate()), choice.margin(), items, observed);
        }
        Surrogate surrogate = surrogate(choice, labels, items, encoder);
        PairLoss pairLoss = pairLoss(surrogate);
        if (pairLoss != null) {
            return new PairMethod<>(text(choice, surrogate, labels), pairLoss, choice.margin(), items, observed);
        }
        if (choice.margin() != 0) {
            throw new IllegalArgumentException(
                    "a margin is for ranksvm, ranknet and rankboost, not for '" + choice.surrogate() + "'");
        }
        if (surrogate instanceof ListNet) {
            return ListMethod.listNet(items, encoder);
        }
        return surrogate instanceof ListMle
                ? ListMethod.listMle(items, encoder)
                : new TemplateMethod<>(surrogate.trained(), surrogate, items, encoder);
    }

    /** Preferences of a graph bring their own weights. */
    private static String text(MethodChoice choice, Surrogate surrogate, LabelSpace<?> labels) {
        boolean graphs = labels.labels().get(0) instanceof PreferenceGraph;
        String text = graphs ? surrogate.text().replaceFirst("=.*\\)", "=preference)") : surrogate.text();
        return choice.margin() == 0
                ? text
                : text.replaceFirst("\\)$", ",margin=" + Fractions.plain(choice.margin()) + ")");
    }

    /** The surrogate with an η that all labels of the space fit into. */
    static <Y> Surrogate surrogate(
            MethodChoice choice, LabelSpace<Y> labels, int items, BiConsumer<? super Y, double[]> encoder) {
        return bregman(choice, labels, items, encoder)
                .orElseGet(() -> Surrogates.parse(choice.surrogate()).surrogate(range(labels, items, encoder)));
    }

    /** A Bregman divergence, by the name of its potential, with a mass or largest utility that all labels fit into. */
    private static <Y> Optional<Surrogate> bregman(
            MethodChoice choice, LabelSpace<Y> labels, int items, BiConsumer<? super Y, double[]> encoder) {
        String text = choice.surrogate().strip().toLowerCase(Locale.ROOT);
        if (!text.startsWith("bregman")) {
            return Optional.empty();
        }
        double largest = 0;
        double mass = 0;
        double[] v = new double[items];
        for (Y label : labels.labels()) {
            encoder.accept(label, v);
            largest = Math.max(largest, Arrays.stream(v).max().orElse(0));
            mass = Math.max(mass, Arrays.stream(v).sum());
        }
        return Optional.of(new Bregman(
                switch (text) {
                    case "bregman(squared-norm)" -> Potentials.squaredNorm();
                    case "bregman(kullback-leibler)" -> Potentials.kullbackLeibler(largest);
                    case "bregman(softmax)" -> Potentials.softmax(mass);
                    default ->
                        throw new IllegalArgumentException("a Bregman divergence is bregman(squared-norm),"
                                + " bregman(kullback-leibler) or bregman(softmax), not '" + choice.surrogate() + "'");
                }));
    }

    /** The same as it is trained: a sum over pairs is divided by the number of items. */
    public static <Y> Surrogate trained(
            MethodChoice choice, LabelSpace<Y> labels, int items, BiConsumer<? super Y, double[]> encoder) {
        return surrogate(choice, labels, items, encoder).trained();
    }

    private static <Y> UtilityRange range(LabelSpace<Y> labels, int items, BiConsumer<? super Y, double[]> encoder) {
        UtilityRange range = UtilityRange.ZERO;
        double[] v = new double[items];
        for (Y label : labels.labels()) {
            encoder.accept(label, v);
            range = range.including(v, items);
        }
        return range;
    }

    /** a_ij of a label with utilities: the surrogate's weight where v_i &gt; v_j. */
    public static void observedInto(
            MethodChoice choice, double[] label, BiConsumer<double[], double[]> encoder, double[] a) {
        int items = label.length;
        double[] v = new double[items];
        encoder.accept(label, v);
        boolean unit = choice.isFormula()
                || weight(Surrogates.parse(choice.surrogate()).surrogate(UtilityRange.ZERO)) == PairWeight.UNIT;
        Arrays.fill(a, 0);
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                if (v[i] > v[j]) {
                    a[i * items + j] = unit ? 1 : v[i] - v[j];
                }
            }
        }
    }

    private static @Nullable PairLoss pairLoss(Surrogate surrogate) {
        if (surrogate instanceof RankSvm) {
            return PairLoss.HINGE;
        }
        if (surrogate instanceof RankNet) {
            return PairLoss.LOGISTIC;
        }
        return surrogate instanceof RankBoost ? PairLoss.EXPONENTIAL : null;
    }

    private static PairWeight weight(Surrogate surrogate) {
        if (surrogate instanceof RankSvm svm) {
            return svm.weight();
        }
        if (surrogate instanceof RankNet net) {
            return net.weight();
        }
        return ((RankBoost) surrogate).weight();
    }
}
