package io.plumbrank;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toSet;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the arrows between the rooms of the library, as ARCHITECTURE.md draws them. */
class ArchitectureTest {

    /** What each room may touch besides itself and {@code util}, which touches nothing. */
    private static final Map<String, Set<String>> MAY_TOUCH = Map.of(
            "util", Set.of(),
            "data", Set.of(),
            "measure", Set.of("data"),
            "decode", Set.of("data"),
            "learn", Set.of("data"),
            "target", Set.of("data", "measure", "decode"),
            "surrogate", Set.of("data", "target", "measure"),
            "model", Set.of("data", "target", "learn", "decode", "measure", "surrogate"));

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
                        && !other.equals("util")
                        && !MAY_TOUCH.get(room).contains(other))
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

    @Test
    void roomsFormNoCycle() {
        slices().matching("io.plumbrank.(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void everyClassLivesInARoom() {
        Set<String> homeless = CLASSES.stream()
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
        for (String module : List.of("plumbrank-core", "plumbrank-export", "plumbrank-report")) {
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
