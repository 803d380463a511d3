package io.plumbrank.surrogate;

import io.plumbrank.target.UtilityRange;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A surrogate that text can name: its name, the keys of its parameters, and how it is made of them. A {@link SurrogateProvider} brings it.
 *
 * @param name the word, in lower case, such as {@code squared-hinge}
 * @param maker makes it of its text and of the range of the utilities of all labels
 * @param keys of its parameters
 * @param bound the parameter that bounds the utilities, which is taken from the data where the text leaves it out; empty for none
 * @param makesPairs whether it makes pairs of its own of unequal utilities, as if these were grades, so that observed pairs mean nothing
 */
public record SurrogateKind(
        String name,
        BiFunction<SurrogateSpec, UtilityRange, Surrogate> maker,
        List<String> keys,
        Function<SurrogateSpec, Optional<String>> bound,
        boolean makesPairs) {
    public SurrogateKind {
        keys = List.copyOf(keys);
    }

    /** One without a bound on utilities; {@link SurrogateSpec#number} and {@link SurrogateSpec#word} give its parameters. */
    public static SurrogateKind of(String name, Function<SurrogateSpec, Surrogate> maker, String... keys) {
        return new SurrogateKind(
                name, (spec, range) -> maker.apply(spec), List.of(keys), spec -> Optional.empty(), false);
    }
}
