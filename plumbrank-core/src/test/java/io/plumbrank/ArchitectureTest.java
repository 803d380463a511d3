package io.plumbrank;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toSet;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the arrows between the rooms of the library, as ARCHITECTURE.md draws them. */
class ArchitectureTest {

    /** What each room may touch besides itself {@code util} and {@code json}, which touch nothing. */
    private static final Map<String, Set<String>> MAY_TOUCH = Map.ofEntries(
            Map.entry("util", Set.of()),
            Map.entry("json", Set.of()),
            Map.entry("data", Set.of()),
            Map.entry("measure", Set.of("data")),
            Map.entry("evaluate", Set.of("data", "measure")),
            Map.entry("decode", Set.of("data")),
            Map.entry("learn", Set.of("data")),
            Map.entry("target", Set.of("data", "measure", "decode")),
            Map.entry("surrogate", Set.of("data", "target", "measure")),
            Map.entry("task", Set.of("data", "target", "learn", "decode", "measure", "surrogate")),
            Map.entry("model", Set.of("data", "target", "learn", "decode", "measure", "surrogate", "task")),
            Map.entry(
                    "kind",
                    Set.of("data", "target", "learn", "decode", "measure", "evaluate", "surrogate", "task", "model")),
            Map.entry("train", Set.of("data", "learn", "measure", "task", "model")));

    /** Tasks and predictors that only their own kind may ask for. */
    private static final String OF_A_KIND =
            "(?:[\\w.]+\\.)?(?:ItemTask|PairTask|ClassTask|CostTask|LabelRankingTask|ScoreRanker|PairRanker|Classifier|CostPredictor|LabelRanker)\\b";

    /** By {@code instanceof}, a pattern of {@code switch}, a cast, or the class; {@code as} is the door of those who need one type. */
    private static final Pattern ASKS_FOR_A_KIND = Pattern.compile("\\binstanceof\\s+(?:final\\s+)?" + OF_A_KIND
            + "|\\bcase\\s+(?:final\\s+)?" + OF_A_KIND + "(?:<[^>]*>)?\\s*[\\w(]"
            + "|\\(" + OF_A_KIND + "(?:<[^>]*>)?\\)\\s*[\\w(]"
            + "|\\b" + OF_A_KIND + "\\.class\\s*(?:\\.|::)\\s*(?:isInstance|isAssignableFrom|cast)\\b");

    /** The class of a kind's task or predictor, and a file that is read as one. */
    private static final Pattern NAMES_A_KIND = Pattern.compile("\\b" + OF_A_KIND + "\\.(?:class\\b|read\\()");

    /**
     * Files outside a kind's package that take a predictor of one kind by {@code as}, and how often. A command, report or service asks
     * what a predictor can do; who reaches one of these has found it by the kind's name, or is made for that kind.
     */
    private static final Map<String, Integer> DOORS_OF_ONE_KIND = Map.of(
            "ClassesEvaluation.java", 1, "ClassSections.java", 1, "LossMatrixModel.java", 2, "Plumbrank.java", 3);

    private static final int MOST_FILES = 40;
    private static final int MOST_LINES = 4500;
    private static final int MOST_LINES_OF_A_FILE = 450;

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?(io\\.plumbrank[a-z.]*)\\.([A-Z]\\w*)");

    /** The package of the one class that sees kinds and training together. */
    private static final String FRONT_DOOR = "io.plumbrank";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.plumbrank");

    static Stream<String> rooms() {
        return MAY_TOUCH.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomTouchesOnlyTheRoomsItsArrowsLeadTo(String room) {
        String[] closed = rooms().filter(other -> !other.equals(room)
                        && !Set.of("util", "json").contains(other)
                        && !MAY_TOUCH.getOrDefault(room, Set.of()).contains(other))
                .map(other -> "io.plumbrank." + other + "..")
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage("io.plumbrank." + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(closed)
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    /** Packages, sub-packages included. */
    @Test
    void packagesFormNoCycle() {
        slices().assignedFrom(BY_PACKAGE).should().beFreeOfCycles().check(CLASSES);
    }

    private static final SliceAssignment BY_PACKAGE = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "one slice per package";
        }
    };

    @Test
    void kindsNeverSeeEachOther() {
        slices().matching("io.plumbrank.kind.(*)..")
                .should()
                .notDependOnEachOther()
                .check(CLASSES);
    }

    @Test
    void nobodyAsksWhichKindATaskIs() throws IOException {
        List<String> asking = new ArrayList<>();
        for (Path module : modules()) {
            for (Path file : sources(module)) {
                if (!file.toString().replace('\\', '/').contains("/io/plumbrank/kind/")) {
                    ASKS_FOR_A_KIND
                            .matcher(Files.readString(file))
                            .results()
                            .forEach(found -> asking.add(file.getFileName() + ": " + found.group()));
                }
            }
        }
        Assertions.assertThat(asking).isEmpty();
    }

    /** Benchmarks train models of kinds that they know. */
    @Test
    void fewTakeAPredictorOfOneKind() throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        for (Path module : modules()) {
            for (Path file : sources(module)) {
                String name = file.toString().replace('\\', '/');
                int count = (int) NAMES_A_KIND
                        .matcher(COMMENT.matcher(Files.readString(file)).replaceAll(""))
                        .results()
                        .count();
                if (count > 0 && !name.contains("/io/plumbrank/kind/") && !name.contains("/plumbrank-bench/")) {
                    found.put(file.getFileName().toString(), count);
                }
            }
        }
        Assertions.assertThat(found).isEqualTo(DOORS_OF_ONE_KIND);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "predictor.as(Classifier.class)",
                ".flatMap(ranker -> ranker.as(ScoreRanker.class))",
                "Predictor.read(file, io.plumbrank.kind.costs.CostPredictor.class, words)",
                "LabelRanker.read(path)"
            })
    void everyWayToTakeAPredictorOfOneKindIsSeen(String code) {
        Assertions.assertThat(NAMES_A_KIND.matcher(code).find()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "if (task instanceof ItemTask)",
                "task instanceof final PairTask pairs",
                "task instanceof\n                ClassTask<?> classes",
                "p instanceof io.plumbrank.kind.items.ScoreRanker",
                "case ScoreRanker ranker -> ranker.view()",
                "case final ClassTask<?> classes ->",
                "case LabelRankingTask(var labels) ->",
                "(ItemTask) model.task()",
                "((ClassTask<?>) task).loss()",
                "PairRanker.class.isInstance(predictor)",
                ".filter(LabelRanker.class::isInstance)",
                ".map(Classifier.class::cast)"
            })
    void everyWayToAskForAKindIsSeen(String code) {
        Assertions.assertThat(ASKS_FOR_A_KIND.matcher(code).find()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "predictor.as(Classifier.class)",
                "import io.plumbrank.kind.items.ScoreRanker;",
                "static void of(ScoreRanker ranker)",
                "new ItemTask(measure)",
                "task instanceof ItemTasks",
                "case PAIRS -> PairTask.of(measure)",
                "ClassTask::loss"
            })
    void whoUsesAKindDoesNotAskForIt(String code) {
        Assertions.assertThat(ASKS_FOR_A_KIND.matcher(code).find()).isFalse();
    }

    @Test
    void roomsStaySmall() throws IOException {
        Map<String, int[]> packages = new TreeMap<>();
        for (Path module : modules()) {
            for (Path file : sources(module)) {
                String name = module.relativize(file.getParent()).toString().replace('\\', '/');
                int[] sum = packages.computeIfAbsent(
                        module.getFileName() + name.replace("src/main/java", ""), folder -> new int[2]);
                sum[0]++;
                sum[1] += Files.readAllLines(file).size();
            }
        }
        packages.forEach((folder, sum) -> {
            Assertions.assertThat(sum[0]).as(folder + ": files").isLessThanOrEqualTo(MOST_FILES);
            Assertions.assertThat(sum[1]).as(folder + ": lines").isLessThanOrEqualTo(MOST_LINES);
        });
    }

    /** In all modules, by the imports that code uses; what remains when packages that touch nothing else are taken away is a cycle. */
    @Test
    void packagesOfAllModulesFormNoCycle() throws IOException {
        Map<String, Set<String>> touched = new TreeMap<>();
        for (Path module : modules()) {
            for (Path file : sources(module)) {
                String code = COMMENT.matcher(Files.readString(file)).replaceAll("");
                Matcher own = PACKAGE.matcher(code);
                if (own.find()) {
                    touched.computeIfAbsent(own.group(1), name -> new TreeSet<>())
                            .addAll(imports(code));
                    touched.get(own.group(1)).remove(own.group(1));
                }
            }
        }
        while (touched.values().removeIf(names -> names.stream().noneMatch(touched::containsKey))) {}
        Assertions.assertThat(touched).isEmpty();
    }

    private static Set<String> imports(String code) {
        return IMPORT.matcher(code)
                .results()
                .filter(found -> Pattern.compile("\\b" + found.group(2) + "\\b")
                                .matcher(code)
                                .results()
                                .count()
                        > 1)
                .map(found -> found.group(1))
                .collect(toSet());
    }

    @Test
    void filesStaySmall() throws IOException {
        for (Path module : modules()) {
            for (Path file : sources(module)) {
                String name = file.getFileName().toString();
                Assertions.assertThat(Files.readAllLines(file).size())
                        .as(name)
                        .isLessThanOrEqualTo(MOST_LINES_OF_A_FILE);
            }
        }
    }

    /** The folders of all modules with main code; of this one alone where the others are not there. */
    private static List<Path> modules() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("..").toRealPath())) {
            return folders.filter(folder -> folder.getFileName().toString().startsWith("plumbrank-")
                            && Files.isDirectory(folder.resolve("src/main/java")))
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> sources(Path module) throws IOException {
        try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
            return files.filter(name -> name.toString().endsWith(".java")).toList();
        }
    }

    @Test
    void everyClassLivesInARoom() {
        Set<String> homeless = CLASSES.stream()
                .filter(type -> !type.getPackageName().equals(FRONT_DOOR))
                .filter(type -> rooms().noneMatch(
                                room -> (type.getPackageName() + ".").startsWith("io.plumbrank." + room + ".")))
                .map(JavaClass::getFullName)
                .collect(toSet());
        Assertions.assertThat(homeless).isEmpty();
    }

    /** Who uses the library in a program cannot give options of the command. */
    @Test
    void messagesNameNoOptionsOfTheCommand() throws IOException {
        Pattern option = Pattern.compile("\"[^\"\\n]*--[a-z][a-z-]+[^\"\\n]*\"");
        List<String> found = new ArrayList<>();
        for (String module : List.of("plumbrank-core", "plumbrank-export", "plumbrank-report", "plumbrank-votes")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
                for (Path file :
                        files.filter(name -> name.toString().endsWith(".java")).toList()) {
                    for (String line : Files.readAllLines(file)) {
                        // --release is an option of javac
                        if (option.matcher(line).find() && !line.contains("\"--release\"")) {
                            found.add(file.getFileName() + ": " + line.strip());
                        }
                    }
                }
            }
        }
        Assertions.assertThat(found).isEmpty();
    }
}
