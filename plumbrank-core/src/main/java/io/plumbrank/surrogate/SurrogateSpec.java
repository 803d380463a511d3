package io.plumbrank.surrogate;

import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.surrogate.LinearValue.Rho;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.rankings.OrderPreservation.Proven;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.target.rankings.UtilityRange;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.NamedArguments;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The parsed text of a surrogate, {@code name[(key=value,…)]}. What it leaves open is t = 1, α = 1, ρ(z) = z², ν = ½, unit
 * weights, and the least η for the utilities. Immutable.
 */
public final class SurrogateSpec implements Serializable {
    private static final long serialVersionUID = 1;

    private static final UtilityRange UNIT = new UtilityRange(0, 1);

    private final SurrogateName name;
    private final NamedArguments arguments;

    SurrogateSpec(SurrogateName name, NamedArguments arguments) {
        this.name = name;
        this.arguments = arguments.only(name.keys().toArray(String[]::new));
        if (arguments.has("shift") && !arguments.has("eta")) {
            throw arguments.fault("shift needs eta beside it");
        }
        surrogate(isOpen() ? UNIT : UtilityRange.ZERO); // so that bad values are told at once
    }

    /** Which surrogate it is. */
    public SurrogateName name() {
        return name;
    }

    /**
     * Whether utilities must be known before {@link #surrogate} can be called with sense: there is an η, and none is given, or
     * there is a bound on utilities that has to be derived or checked.
     */
    public boolean needsRange() {
        return isOpen() || isCosh();
    }

    /** Whether the constant of its bound depends on a parameter that is not given, and that only the utilities can tell. */
    public boolean isOpen() {
        return !arguments.has(openKey()) && (name.isBounded() || isCosh());
    }

    /** The parameter that bounds utilities. */
    public String openKey() {
        return name.isBounded() ? "eta" : "largest";
    }

    private boolean isCosh() {
        return name == SurrogateName.LINEAR_VALUE && rho() == Rho.COSH;
    }

    /**
     * The surrogate itself.
     *
     * @param range of the utilities of all labels; {@link UtilityRange#ZERO} will do unless {@link #needsRange}
     * @throws IllegalArgumentException if a given η or bound is too small for the range; the message is one line
     */
    public Surrogate surrogate(UtilityRange range) {
        return switch (name) {
            case SQUARED -> new Squared();
            case LOGISTIC -> new Logistic(eta(range));
            case EXPONENTIAL -> new Exponential(eta(range));
            case SQUARED_HINGE -> new SquaredHinge(eta(range), number("t", 1));
            case SMOOTH_HINGE -> new SmoothHinge(eta(range), number("alpha", 1));
            case PAIRWISE_SQUARED -> new PairwiseSquared();
            case PAIRWISE_LOGISTIC -> new PairwiseLogistic(eta(range));
            case PAIRWISE_EXPONENTIAL -> new PairwiseExponential(eta(range));
            case LINEAR_VALUE -> new LinearValue(rho(), number("nu", 0.5), largest(range));
            case RANKSVM -> new RankSvm(weight());
            case RANKNET -> new RankNet(weight());
            case RANKBOOST -> new RankBoost(weight());
            case LISTNET -> new ListNet();
            case LISTMLE -> new ListMle();
        };
    }

    /**
     * What {@link #trained training} on it promises for a target, with queries of r items. Where the constant depends on the scale of utilities
     * that only the data know, the guarantee is without a bound.
     */
    public Guarantee guarantee(RankingTarget<?> target, int items) {
        Optional<UtilityRange> range = target.utilityRange(items);
        if (range.isPresent() || !isOpen()) {
            return trained(range.orElse(UtilityRange.ZERO)).guarantee(target, items);
        }
        Proven proven = (Proven) surrogate(UNIT).preservation(); // all that need a range are templates
        return target.guarantee(new Proven(proven.theorem()), items);
    }

    /** The surrogate as training minimises it: a sum over pairs is divided by the number of items. See {@link #surrogate}. */
    public Surrogate trained(UtilityRange range) {
        Surrogate sum = surrogate(range);
        if (sum instanceof PairwiseSquared) {
            return new CentredSquared();
        }
        return name.isPairwise() ? new PerItem(sum) : sum;
    }

    private Eta eta(UtilityRange range) {
        if (!arguments.has("eta")) {
            return Eta.of(range);
        }
        return new Eta(arguments.number("eta"), number("shift", 0.0 - range.least())).covering(range);
    }

    private double number(String key, double otherwise) {
        return arguments.has(key) ? arguments.number(key) : otherwise;
    }

    /** V ≥ |v|; infinite where nobody knows, and where all utilities are 0, as they are before data are read. */
    private double largest(UtilityRange range) {
        double seen = Math.max(range.largest(), -range.least());
        double otherwise = isCosh() && seen > 0 ? seen : Double.POSITIVE_INFINITY;
        double given = number("largest", otherwise);
        if (isCosh() && given < seen) {
            throw new IllegalArgumentException(
                    "largest=" + Numbers.text(given) + " is too small for utilities of labels in "
                            + Numbers.text(range.least()) + " … " + Numbers.text(range.largest())
                            + "; leave it out, and it is taken from the labels");
        }
        return given;
    }

    private Rho rho() {
        String word = arguments.has("rho") ? arguments.text("rho").toLowerCase(Locale.ROOT) : Rho.SQUARE.text();
        for (Rho rho : Rho.values()) {
            if (rho.text().equals(word)) {
                return rho;
            }
        }
        throw arguments.fault("rho must be square or cosh, got " + InputException.quote(word));
    }

    private PairWeight weight() {
        String word = arguments.has("weight") ? arguments.text("weight").toLowerCase(Locale.ROOT) : "unit";
        for (PairWeight weight : List.of(PairWeight.UNIT, PairWeight.DIFFERENCE)) {
            if (weight.text().equals(word)) {
                return weight;
            }
        }
        throw arguments.fault("weight must be unit or difference, got " + InputException.quote(word));
    }
}
