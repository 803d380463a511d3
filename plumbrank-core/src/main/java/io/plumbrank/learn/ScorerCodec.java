package io.plumbrank.learn;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Predicate;

/**
 * Writes the parameters of one type of scorer into model files and reads them back. {@link ServiceLoader} finds it, so that a
 * scorer of your own is a class that brings its codec and a line {@code provides io.plumbrank.learn.ScorerCodec with …}. What
 * {@link #read} makes of what {@link #write} wrote must be equal to the scorer and give the same bits. Stateless and thread-safe.
 *
 * @param <S> the scorers that it writes
 */
public interface ScorerCodec<S> {
    /** The field of functions of one row. */
    String ROWS = "scorer";

    /** The field of functions of two rows. */
    String PAIRS = "pairScorer";

    /** The value of {@code model} in files; unique among the codecs of a field. */
    String name();

    /** The class of its scorers. */
    Class<S> type();

    /** {@value #ROWS}, or {@value #PAIRS}. */
    default String field() {
        return ROWS;
    }

    /** Whether it writes this scorer, where several codecs have one type. */
    default boolean takes(S scorer) {
        return true;
    }

    /** Writes the parameters as fields of an object that is open. */
    void write(S scorer, JsonGenerator json) throws IOException;

    /** @throws IllegalArgumentException if a field is missing or wrong */
    S read(Fields json);

    /** @throws IllegalArgumentException if no codec takes the scorer */
    static void write(String field, Object scorer, JsonGenerator json) throws IOException {
        ScorerCodec<?> codec =
                find(field, one -> takes(one, scorer), "no ScorerCodec is provided for " + scorer.getClass());
        json.writeObjectFieldStart(field);
        json.writeStringField("model", codec.name());
        write(codec, scorer, json);
        json.writeEndObject();
    }

    private static <S> boolean takes(ScorerCodec<S> codec, Object scorer) {
        return codec.type().isInstance(scorer) && codec.takes(codec.type().cast(scorer));
    }

    private static <S> void write(ScorerCodec<S> codec, Object scorer, JsonGenerator json) throws IOException {
        codec.write(codec.type().cast(scorer), json);
    }

    /** The name of the codec that takes a function of one row; that of its class where no codec does. */
    static String nameOf(Scorer scorer) {
        return Found.CODECS.stream()
                .filter(codec -> codec.field().equals(ROWS) && takes(codec, scorer))
                .map(ScorerCodec::name)
                .findFirst()
                .orElseGet(() -> scorer.getClass().getSimpleName());
    }

    /** @throws IllegalArgumentException if no codec has its name, or a field is missing or wrong */
    static <B> B read(String field, Class<B> type, Fields json) {
        Fields own = json.object(field);
        String name = own.text("model");
        return type.cast(find(
                        field,
                        one -> one.name().equals(name),
                        "unknown model '" + name + "'; one from outside needs its jar on the class path or module path")
                .read(own));
    }

    private static ScorerCodec<?> find(String field, Predicate<ScorerCodec<?>> wanted, String otherwise) {
        return Found.CODECS.stream()
                .filter(codec -> codec.field().equals(field) && wanted.test(codec))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(otherwise));
    }

    /** Looked up once. */
    final class Found {
        private static final List<ScorerCodec<?>> CODECS =
                ServiceLoader.load(ScorerCodec.class, ScorerCodec.class.getClassLoader()).stream()
                        .<ScorerCodec<?>>map(ServiceLoader.Provider::get)
                        // ours first, so that no name of theirs hides one of ours
                        .sorted(Comparator.comparing(
                                codec -> !codec.getClass().getName().startsWith("io.plumbrank.")))
                        .toList();

        private Found() {}
    }
}
