package io.plumbrank.train;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Labelled instances as the fields of a CSV file, to be weighed, repeated and left out.
 *
 * @param columns all but those of weights and queries
 * @param numbers by which the queries go, so that one that is picked keeps its name, and with it how its ties are decided
 */
public record Table(List<String> columns, List<Entry> entries, List<Integer> numbers) {
    /** Numbered from 0. */
    public Table(List<String> columns, List<Entry> entries) {
        this(columns, entries, IntStream.range(0, entries.size()).boxed().toList());
    }

    /**
     * An instance.
     *
     * @param rows one per item of a query, else one
     */
    public record Entry(double weight, List<List<String>> rows) {}

    /** The instances with some numbers. */
    public Table only(IntPredicate number) {
        int[] picked = IntStream.range(0, entries.size()).filter(number).toArray();
        return new Table(
                columns,
                IntStream.of(picked).mapToObj(entries::get).toList(),
                IntStream.of(picked).mapToObj(numbers::get).toList());
    }

    /** The same with other weights, by the number of the instance. */
    public Table weighed(IntToDoubleFunction weight) {
        return new Table(
                columns,
                IntStream.range(0, entries.size())
                        .mapToObj(i -> new Entry(weight.applyAsDouble(i), entries.get(i).rows))
                        .toList());
    }

    /** The same with other fields in some columns. */
    public Table with(List<String> changed, UnaryOperator<String> field) {
        List<Entry> others = entries.stream()
                .map(entry -> new Entry(
                        entry.weight,
                        entry.rows.stream()
                                .map(row -> IntStream.range(0, row.size())
                                        .mapToObj(c ->
                                                changed.contains(columns.get(c)) ? field.apply(row.get(c)) : row.get(c))
                                        .toList())
                                .toList()))
                .toList();
        return new Table(columns, others);
    }

    /** The same with some instances of another table in place of those with their numbers. */
    public Table with(IntPredicate number, Table other) {
        return new Table(
                columns,
                IntStream.range(0, entries.size())
                        .mapToObj(i -> (number.test(i) ? other : this).entries.get(i))
                        .toList());
    }

    /** These and behind them others. */
    public Table and(Table others) {
        return new Table(
                columns,
                Stream.concat(entries.stream(), others.entries.stream()).toList());
    }

    /** The same with another name for a column. */
    public Table renamed(String column, String name) {
        return new Table(
                columns.stream().map(old -> old.equals(column) ? name : old).toList(), entries);
    }

    /** The weight of all instances together. */
    public double weight() {
        return entries.stream().mapToDouble(Entry::weight).sum();
    }

    /** The number of rows of all instances together. */
    public long rows() {
        return entries.stream().mapToLong(entry -> entry.rows.size()).sum();
    }

    /** Writes a file and gives it back. */
    Path write(Path file, boolean queries) {
        List<String> lines = new ArrayList<>();
        lines.add((queries ? "query," : "") + "weight," + String.join(",", columns));
        for (int i = 0; i < entries.size(); i++) {
            String start = (queries ? "q" + numbers.get(i) + "," : "") + entries.get(i).weight + ",";
            entries.get(i).rows.forEach(row -> lines.add(start + String.join(",", row)));
        }
        return write(file, lines);
    }

    /** Writes rows of classes or items as SVMlight or LETOR text, without weights and missing fields, and gives the file back. */
    Path writeNumbered(Path file, boolean queries) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            for (List<String> row : entries.get(i).rows) {
                lines.add(row.get(0)
                        + (queries ? " qid:" + numbers.get(i) : "")
                        + IntStream.range(1, row.size())
                                .filter(c -> !row.get(c).isEmpty())
                                .mapToObj(c -> " " + c + ":" + row.get(c))
                                .collect(Collectors.joining()));
            }
        }
        return write(file, lines);
    }

    private static Path write(Path file, List<String> lines) {
        try {
            return Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
