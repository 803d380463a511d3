package io.plumbrank.cli;

/** Runs the pages that share files below target with other pages: in one class, because two classes run at the same time. */
class DocumentationOfSharedFilesTest extends DocumentationTest {
    @Override
    boolean shared() {
        return true;
    }
}
