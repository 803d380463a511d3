package io.plumbrank.cli.experiments;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import io.plumbrank.cli.options.FileGuard;
import io.plumbrank.cli.train.TrainCommand;
import io.plumbrank.json.Fields;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An experiment as a file: which data, models with the options of {@code train}, measures, and the numbers that are expected.
 *
 * @param title what it shows
 * @param seed of training, intervals and tests
 * @param measures the first is the one that tests are most about
 * @param folds at least one
 * @param models at least one; all others are tested against the first
 * @param expected what {@code --verify} looks at
 */
public record ExperimentFile(
        String title,
        long seed,
        List<MeasureSpec> measures,
        List<Fold> folds,
        List<Entry> models,
        List<Expected> expected) {

    /** Files of a fold; a part may be of several, which are read as one. */
    public record Fold(List<Path> train, List<Path> valid, List<Path> test) {}

    /** A model by the options that {@code train} is given. */
    public record Entry(String name, List<String> options) {}

    /** A mean over all queries of all folds. */
    public record Expected(String model, String measure, double mean, double tolerance) {}

    /** Options that an experiment sets itself. */
    private static final Set<String> OWN =
            Set.of("--train", "--valid", "--out", "--seed", "--threads", "--format", "--quiet");

    /** What would leave no model, or begin with what another run left; and what writes files, which a model from the cache does not. */
    private static final Set<String> REFUSED = Stream.concat(
                    Stream.of("--help", "-h", "--version", "-V", "--resume"), FileGuard.writing(new TrainCommand()))
            .collect(Collectors.toUnmodifiableSet());

    /**
     * Reads a file.
     *
     * @param data where its data are
     * @throws InputException if it is not as it should be
     */
    public static ExperimentFile read(Path file, Path data) {
        Object document;
        try {
            document = plain(new TomlMapper().readValue(Files.readAllBytes(file), Map.class));
        } catch (JsonProcessingException e) {
            long line =
                    e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
            throw new InputException(
                    file.toString(), line, "text that is no TOML (" + e.getOriginalMessage() + ")", "an experiment", e);
        } catch (NoSuchFileException e) {
            throw new InputException(file.toString(), 0, "no such file", "an experiment", e);
        } catch (IOException e) {
            throw new InputException(
                    file.toString(), 0, "a file that cannot be read (" + e.getMessage() + ")", "an experiment", e);
        }
        try {
            Fields fields = Fields.root(document);
            Path folder = fields.has("data") ? data.resolve(fields.text("data")) : data;
            ExperimentFile experiment = new ExperimentFile(
                    fields.text("title"),
                    fields.has("seed") ? fields.whole("seed") : 1,
                    measures(fields.texts("measures")),
                    fields.objects("folds").stream()
                            .map(fold -> fold(fold, folder))
                            .toList(),
                    fields.objects("models").stream().map(ExperimentFile::entry).toList(),
                    fields.has("expected")
                            ? fields.objects("expected").stream()
                                    .map(ExperimentFile::expected)
                                    .toList()
                            : List.of());
            fields.requireNoOthers();
            experiment.requireWhole();
            return experiment;
        } catch (IllegalArgumentException e) {
            throw new InputException(
                    file.toString(),
                    0,
                    "an experiment that cannot be run (" + e.getMessage() + ")",
                    "one as in docs/experiments.md",
                    e);
        }
    }

    /** Values as {@link Fields} knows them. */
    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
            map.forEach((name, own) -> copy.put(name, plain(own)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>();
            list.forEach(own -> copy.add(plain(own)));
            return copy;
        }
        if (value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        }
        return value instanceof Number number ? (Object) number.doubleValue() : value;
    }

    private static List<MeasureSpec> measures(List<String> texts) {
        List<MeasureSpec> measures =
                texts.isEmpty() ? List.of() : MeasureSpec.parseList(String.join(",", texts), Conventions.plumbrank());
        for (MeasureSpec measure : measures) {
            // each test file would bring its own, and make another measure of it
            if (measure.needsMaxGrade()) {
                throw new IllegalArgumentException("'" + measure.typed()
                        + "' depends on the largest grade of its scale; name it, as in err(max=4)");
            }
        }
        return measures;
    }

    private static Fold fold(Fields fields, Path folder) {
        Fold fold = new Fold(
                files(fields, "train", folder),
                fields.has("valid") ? files(fields, "valid", folder) : List.of(),
                files(fields, "test", folder));
        requireApart("train", fold.train, "valid", fold.valid);
        requireApart("train", fold.train, "test", fold.test);
        requireApart("valid", fold.valid, "test", fold.test);
        return fold;
    }

    /** Refuses a test file that is also, or copies, a file of training or validation. */
    private static void requireApart(String one, List<Path> files, String other, List<Path> others) {
        for (Path file : files) {
            for (Path each : others) {
                if (FileGuard.isSame(file, each)) {
                    throw new IllegalArgumentException("'" + one + "' and '" + other + "' of a fold both have " + file
                            + "; give each a file of its own");
                }
                if (isCopy(file, each)) {
                    throw new IllegalArgumentException(
                            "'" + one + "' and '" + other + "' of a fold have the same rows, " + file + " and " + each
                                    + "; give each rows of its own");
                }
            }
        }
    }

    private static boolean isCopy(Path file, Path other) {
        try {
            return Files.size(file) == Files.size(other) && Files.mismatch(file, other) < 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A query that is tested twice would count as two, and make intervals narrower and p smaller than they are. */
    private void requireTestedOnce() {
        for (int fold = 0; fold < folds.size(); fold++) {
            for (Fold earlier : folds.subList(0, fold)) {
                for (Path file : folds.get(fold).test) {
                    if (earlier.test.stream().anyMatch(each -> FileGuard.isSame(file, each) || isCopy(file, each))) {
                        throw new IllegalArgumentException("'test' of two folds has the rows of " + file
                                + ", which would count twice; test them in one fold");
                    }
                }
            }
        }
    }

    private static List<Path> files(Fields fields, String name, Path folder) {
        List<Path> files = fields.texts(name).stream().map(folder::resolve).toList();
        if (files.isEmpty()) {
            throw new IllegalArgumentException("'" + name + "' of a fold names no file");
        }
        if (new HashSet<>(files).size() < files.size()) {
            throw new IllegalArgumentException("'" + name + "' of a fold names a file twice");
        }
        for (Path file : files) {
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw new IllegalArgumentException("no file " + file + "; --data names the folder with the data");
            }
        }
        return files;
    }

    private static Entry entry(Fields fields) {
        List<String> options = fields.texts("options");
        for (String option : options) {
            String name = option.contains("=") ? option.substring(0, option.indexOf('=')) : option;
            if (OWN.contains(name)) {
                throw new IllegalArgumentException("'" + name + "' is set by the experiment; leave it out");
            }
            if (REFUSED.contains(name) || name.startsWith("@")) {
                throw new IllegalArgumentException("'" + name + "' has no place in an experiment; leave it out");
            }
        }
        return new Entry(fields.text("name"), options);
    }

    private static Expected expected(Fields fields) {
        return new Expected(
                fields.text("model"), fields.text("measure"), fields.number("mean"), fields.magnitude("tolerance"));
    }

    private void requireWhole() {
        if (folds.isEmpty() || models.isEmpty() || measures.isEmpty()) {
            throw new IllegalArgumentException("at least one fold, one model and one measure are needed");
        }
        List<String> names = models.stream().map(Entry::name).toList();
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("two models have the same name");
        }
        List<String> measured = measures.stream().map(MeasureSpec::typed).toList();
        if (new HashSet<>(measures).size() < measures.size()) {
            throw new IllegalArgumentException("a measure is named twice");
        }
        requireTestedOnce();
        Set<String> known = new HashSet<>();
        for (Expected each : expected) {
            requireOneOf("model", each.model, names);
            requireOneOf("measure", each.measure, measured);
            if (!known.add(each.model + "\n" + each.measure)) {
                throw new IllegalArgumentException(
                        "'expected' has " + each.measure + " of " + each.model + " twice; leave one out");
            }
        }
    }

    private static void requireOneOf(String what, String name, List<String> known) {
        if (!known.contains(name)) {
            throw new IllegalArgumentException(
                    "'expected' names the " + what + " '" + name + "'" + DidYouMean.hint(name, known));
        }
    }
}
