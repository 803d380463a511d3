package io.plumbrank.surrogate;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.OrderPreservation;
import io.plumbrank.target.OrderPreservation.Proven;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.util.internal.NamedArguments;
import java.io.Serializable;
import java.util.Locale;
import java.util.Optional;

/** The parsed text of a surrogate, {@code name[(key=value,…)]}. What it leaves open has the surrogate's own default. Immutable. */
public final class SurrogateSpec implements Serializable {
    private static final long serialVersionUID = 1;

    private static final UtilityRange UNIT = new UtilityRange(0, 1);

    private final transient SurrogateKind kind;
    private final NamedArguments arguments;

    SurrogateSpec(SurrogateKind kind, NamedArguments arguments) {
        this.kind = kind;
        this.arguments = arguments.only(kind.keys().toArray(String[]::new));
        surrogate(isOpen() ? UNIT : UtilityRange.ZERO); // so that bad values are told at once
    }

    private Object writeReplace() {
        return new Written(arguments.text());
    }

    /** The text that is sent to other machines, which parse it. */
    private record Written(String text) implements Serializable {
        private static final long serialVersionUID = 1;

        private Object readResolve() {
            return Surrogates.parse(text);
        }
    }

    public SurrogateKind kind() {
        return kind;
    }

    public String name() {
        return kind.name();
    }

    public boolean has(String key) {
        return arguments.has(key);
    }

    /** The value of a parameter, or another where the text does not give it. */
    public double number(String key, double otherwise) {
        return has(key) ? arguments.number(key) : otherwise;
    }

    /** The value of a parameter in lower case, or another where the text does not give it. */
    public String word(String key, String otherwise) {
        return has(key) ? arguments.text(key).toLowerCase(Locale.ROOT) : otherwise;
    }

    /** An error about the parameters, to be thrown. */
    public IllegalArgumentException fault(String what) {
        return arguments.fault(what);
    }

    /** The parameter that bounds utilities; empty where none does. */
    public Optional<String> bound() {
        return kind.bound().apply(this);
    }

    /** Whether the constant of its bound depends on a parameter that is not given, and that only the utilities can tell. */
    public boolean isOpen() {
        return bound().filter(key -> !has(key)).isPresent();
    }

    /** Whether it is a sum over pairs, which training divides by the number of items. */
    public boolean isPairwise() {
        Surrogate sum = surrogate(isOpen() ? UNIT : UtilityRange.ZERO);
        return !sum.trained().equals(sum);
    }

    /** @param range of the utilities of all labels; {@link UtilityRange#ZERO} where there is no {@link #bound} */
    public Surrogate surrogate(UtilityRange range) {
        return kind.maker().apply(this, range);
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
        OrderPreservation preservation = surrogate(UNIT).preservation();
        return target.guarantee(
                preservation instanceof Proven proven ? new Proven(proven.theorem()) : preservation, items);
    }

    /** The surrogate as training minimises it: a sum over pairs is divided by the number of items. See {@link #surrogate}. */
    public Surrogate trained(UtilityRange range) {
        return surrogate(range).trained();
    }
}
