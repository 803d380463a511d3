package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.MeasureSettings;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A measure that text can name: its words, its keys, what tools do with it, and how it is made. A {@link MeasureProvider} brings it.
 *
 * @param maker makes the measure of a spec
 * @param words the word that measure text prints, then others for it, in lower case; {@code -} and a space may stand for {@code _}
 * @param keys in the order in which they are printed: parameters first, then conventions
 * @param keysWhenCut the same where there is a cut-off
 * @param habits what tools do with this measure, beside the habits that they have with all
 */
public record MeasureKind(
        Structure structure,
        Function<MeasureSpec, Measure> maker,
        List<String> words,
        Cutoff cutoff,
        List<Key<?>> keys,
        List<Key<?>> keysWhenCut,
        Map<Compat, MeasureSettings> habits) {

    /** Whether {@code @k} may or must follow the name. */
    public enum Cutoff {
        /** It may not. */
        NONE,
        /** It may. */
        OPTIONAL,
        /** It must. */
        NEEDED
    }

    /** The cut-off of a measure whose text has none; 0 means that a tool looks at the whole list whatever the text says. */
    static final Key<Integer> CUTOFF =
            new Key<>("cut-off", null, List.of(), "10", Integer::valueOf, k -> Integer.toString(k));

    /**
     * A measure without a cut-off and without keys.
     *
     * @param words as above, with a blank between them
     */
    public static MeasureKind of(Structure structure, String words, Function<MeasureSpec, Measure> maker) {
        List<String> all = List.of(words.split(" "));
        return new MeasureKind(structure, maker, all, Cutoff.NONE, List.of(), List.of(), Map.of());
    }

    /** {@code @k} may follow the name. */
    public MeasureKind mayBeCut() {
        return new MeasureKind(structure, maker, words, Cutoff.OPTIONAL, keys, keysWhenCut, habits);
    }

    /** {@code @k} must follow the name. */
    public MeasureKind mustBeCut() {
        return new MeasureKind(structure, maker, words, Cutoff.NEEDED, keys, keysWhenCut, habits);
    }

    /** The keys of its text, in the order in which they are printed. */
    public MeasureKind keys(Key<?>... all) {
        return new MeasureKind(structure, maker, words, cutoff, List.of(all), List.of(all), habits);
    }

    /** The keys where there is a cut-off. */
    public MeasureKind keysWhenCut(Key<?>... all) {
        return new MeasureKind(structure, maker, words, cutoff, keys, List.of(all), habits);
    }

    /** Some tools have a value of their own. */
    public <T> MeasureKind habit(Key<T> key, T value, Compat... tools) {
        Map<Compat, MeasureSettings> changed = new EnumMap<>(Compat.class);
        changed.putAll(habits);
        for (Compat tool : tools) {
            changed.put(tool, habits(tool).with(key, value));
        }
        return new MeasureKind(structure, maker, words, cutoff, keys, keysWhenCut, changed);
    }

    /** The word that measure text prints. */
    public String name() {
        return words.get(0);
    }

    List<Key<?>> keys(boolean cut) {
        return cut ? keysWhenCut : keys;
    }

    /** Whether it has a key of that name, with a cut-off or without. */
    boolean has(String key) {
        return Stream.concat(keys.stream(), keysWhenCut.stream())
                .anyMatch(own -> own.name().equals(key));
    }

    MeasureSettings habits(Compat tool) {
        return habits.getOrDefault(tool, MeasureSettings.NONE);
    }
}
