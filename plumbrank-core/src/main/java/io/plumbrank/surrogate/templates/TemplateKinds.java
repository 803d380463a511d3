package io.plumbrank.surrogate.templates;

import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.SurrogateKind;
import io.plumbrank.surrogate.SurrogateProvider;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.templates.LinearValue.Rho;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.util.InputException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** The surrogates of this library. A new one is a class and a line here; messages list them in this order. */
public final class TemplateKinds implements SurrogateProvider {
    private static final List<SurrogateKind> KINDS = List.of(
            SurrogateKind.of("squared", spec -> new Squared()),
            bounded("logistic", (spec, eta) -> new Logistic(eta)),
            bounded("exponential", (spec, eta) -> new Exponential(eta)),
            bounded("squared-hinge", (spec, eta) -> new SquaredHinge(eta, spec.number("t", 1)), "t"),
            bounded("smooth-hinge", (spec, eta) -> new SmoothHinge(eta, spec.number("alpha", 1)), "alpha"),
            SurrogateKind.of("pairwise-squared", spec -> new PairwiseSquared()),
            bounded("pairwise-logistic", (spec, eta) -> new PairwiseLogistic(eta)),
            bounded("pairwise-exponential", (spec, eta) -> new PairwiseExponential(eta)),
            new SurrogateKind(
                    "linear-value",
                    (spec, range) -> new LinearValue(rho(spec), spec.number("nu", 0.5), largest(spec, range)),
                    List.of("rho", "nu", "largest"),
                    spec -> rho(spec) == Rho.COSH ? Optional.of("largest") : Optional.empty(),
                    false),
            compared("ranksvm", spec -> new RankSvm(weight(spec))),
            compared("ranknet", spec -> new RankNet(weight(spec))),
            compared("rankboost", spec -> new RankBoost(weight(spec))),
            SurrogateKind.of("listnet", spec -> new ListNet()),
            SurrogateKind.of("listmle", spec -> new ListMle()));

    @Override
    public List<SurrogateKind> kinds() {
        return KINDS;
    }

    /** A template with η, which is the least for the utilities where the text leaves it out. */
    private static SurrogateKind bounded(
            String name, BiFunction<SurrogateSpec, Eta, Surrogate> maker, String... others) {
        List<String> keys =
                Stream.concat(Stream.of("eta", "shift"), Stream.of(others)).toList();
        return new SurrogateKind(
                name, (spec, range) -> maker.apply(spec, eta(spec, range)), keys, spec -> Optional.of("eta"), false);
    }

    /** A loss of pairs of grades, to compare with. */
    private static SurrogateKind compared(String name, Function<SurrogateSpec, Surrogate> maker) {
        return new SurrogateKind(
                name, (spec, range) -> maker.apply(spec), List.of("weight"), spec -> Optional.empty(), true);
    }

    private static Eta eta(SurrogateSpec spec, UtilityRange range) {
        if (!spec.has("eta")) {
            if (spec.has("shift")) {
                throw spec.fault("shift needs eta beside it");
            }
            return Eta.of(range);
        }
        return new Eta(spec.number("eta", 1), spec.number("shift", 0.0 - range.least())).covering(range);
    }

    /** V ≥ |v|; infinite where nobody knows, and where all utilities are 0, as they are before data are read. */
    private static double largest(SurrogateSpec spec, UtilityRange range) {
        double seen = Math.max(range.largest(), -range.least());
        boolean cosh = rho(spec) == Rho.COSH;
        double otherwise = cosh && seen > 0 ? seen : Double.POSITIVE_INFINITY;
        double given = spec.number("largest", otherwise);
        if (cosh && given < seen) {
            throw new IllegalArgumentException(
                    "largest=" + Numbers.text(given) + " is too small for utilities of labels in "
                            + Numbers.text(range.least()) + " … " + Numbers.text(range.largest())
                            + "; leave it out, and it is taken from the labels");
        }
        return given;
    }

    private static Rho rho(SurrogateSpec spec) {
        String word = spec.word("rho", Rho.SQUARE.text());
        for (Rho rho : Rho.values()) {
            if (rho.text().equals(word)) {
                return rho;
            }
        }
        throw spec.fault("rho must be square or cosh, got " + InputException.quote(word));
    }

    private static PairWeight weight(SurrogateSpec spec) {
        String word = spec.word("weight", PairWeight.UNIT.text());
        for (PairWeight weight : List.of(PairWeight.UNIT, PairWeight.DIFFERENCE)) {
            if (weight.text().equals(word)) {
                return weight;
            }
        }
        throw spec.fault("weight must be unit or difference, got " + InputException.quote(word));
    }
}
