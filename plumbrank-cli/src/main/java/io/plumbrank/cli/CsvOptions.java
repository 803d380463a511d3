package io.plumbrank.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which columns of a CSV file mean what. */
final class CsvOptions extends CsvColumnOptions {
    @Option(names = "--query", paramLabel = "COLUMN", description = "CSV column of the query; default: query or qid.")
    @Nullable
    String query;

    @Override
    @Nullable
    String query() {
        return query;
    }

    @Override
    String queryOption() {
        return "--query";
    }
}
