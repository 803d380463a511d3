package io.plumbrank.cli.options;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which columns of a CSV file mean what. */
public final class CsvOptions extends CsvColumnOptions {
    @Option(names = "--query", paramLabel = "COLUMN", description = "Column of the query; default query or qid.")
    @Nullable
    String query;

    @Override
    @Nullable
    protected String query() {
        return query;
    }

    @Override
    protected String queryOption() {
        return "--query";
    }
}
