package io.plumbrank.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ReportArchitectureTest {
    @Test
    void explanationsDoNotKnowReports() {
        noClasses()
                .that()
                .resideInAPackage("io.plumbrank.explain..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.plumbrank.report..")
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.plumbrank.explain"));
    }
}
