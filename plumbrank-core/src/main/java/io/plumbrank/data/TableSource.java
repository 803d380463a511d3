package io.plumbrank.data;

import io.plumbrank.data.TableFormat.Column;
import io.plumbrank.data.TableFormat.Kind;
import io.plumbrank.data.TableFormat.Numbers;
import io.plumbrank.data.TableFormat.Table;
import io.plumbrank.data.rows.RowBlockBuilder;
import io.plumbrank.data.text.Levels;
import io.plumbrank.util.InputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A file of typed columns, of which {@link CsvColumns} says what they mean, as of a CSV file. Features are the other columns of
 * numbers and the levels of the other columns of texts, by name; or, where there is a column of many numbers, those, which go by their numbers as in LETOR text, and then other
 * columns are passed over. What is null or NaN is missing. Rows are counted from 1 where text has lines.
 */
final class TableSource extends FileSource {
    private static final int BLOCK_VALUES = 1 << 17;
    private static final int BLOCK_ROWS = 1 << 14;
    private static final String FEATURES = "features";

    private final CsvColumns columns;
    private volatile @Nullable Header header;
    private final List<String> textNotes = new ArrayList<>();
    private volatile @Nullable Map<String, List<String>> text;

    TableSource(Path file, CsvColumns columns, Grouping grouping, ReadOptions options) {
        super(file, grouping, options);
        this.columns = columns;
    }

    /**
     * What columns are.
     *
     * @param many the column of many numbers; −1 for none
     * @param places where the scalar columns of {@code roles} stand
     */
    private record Header(CsvHeader roles, int many, List<Integer> places, List<String> unused) {
        List<String> features() {
            return many < 0 ? List.copyOf(roles.features()) : List.of();
        }
    }

    @Override
    public List<String> notes() {
        Header known = header;
        if (known == null) {
            return List.of();
        }
        List<String> notes = new ArrayList<>(textNotes);
        known.roles.byName().forEach(note -> notes.add(file + ": " + note));
        if (!columns.features().wanted().isEmpty()) {
            known.roles.unknownLevels().forEach(note -> notes.add(file + ": " + note));
        }
        if (!known.unused.isEmpty()) {
            notes.add(file + ": columns that are not features are ignored: " + String.join(", ", known.unused));
        }
        return notes;
    }

    @Override
    public List<String> featureNames() {
        return header().features();
    }

    @Override
    public int featureIndex(String name) {
        Header known = header();
        if (known.many < 0) {
            return known.roles.featureIndex(name);
        }
        if (name.matches("\\d{1,9}")) {
            return Integer.parseInt(name);
        }
        throw new InputException(
                file.toString(), 0, "no feature " + InputException.quote(name), "its number, counted from 0");
    }

    private Header header() {
        if (header == null) {
            read(null);
        }
        return Objects.requireNonNull(header);
    }

    @Override
    void read(@Nullable QueryAssembler assembler) {
        try (Table table = TableFormat.of(file).open(file)) {
            Header read = header(table.columns(), text(table.columns()));
            header = read;
            if (assembler != null) {
                new Rows(table, read, assembler).read();
            }
        }
    }

    @Override
    public Absent absent() {
        return absent(header());
    }

    /** Zeros are left out where columns have levels, and by sparse vectors unless the reader was told otherwise. */
    private Absent absent(Header known) {
        return known.many >= 0 ? options.absent() : known.roles.hasLevels() ? Absent.ZERO : Absent.MISSING;
    }

    /** The columns of text that are features, with the levels that get one; where a model says what features are, it tells. */
    private synchronized Map<String, List<String>> text(List<Column> all) {
        Map<String, List<String>> known = text;
        if (known == null) {
            known = new LinkedHashMap<>();
            text = known;
            if (columns.features().wanted().isEmpty() && many(all) < 0) {
                Header plain = header(all, null);
                for (int i = 0; i < plain.roles.size(); i++) {
                    Column column = all.get(plain.places.get(i));
                    boolean named = columns.features().categorical().contains(column.name());
                    if (plain.roles.role(i) >= 0
                            && !columns.isAnswer(column.name())
                            && (named || column.kind() == Kind.TEXT)) {
                        Map<String, Long> counts = counts(plain.places.get(i));
                        List<String> levels = Levels.chosen(counts);
                        known.put(column.name(), levels);
                        textNotes.add(file + ": " + Levels.words(column.name(), counts, levels));
                    }
                }
            }
        }
        return known;
    }

    private Map<String, Long> counts(int place) {
        Map<String, Long> counts = new TreeMap<>();
        try (Table table = TableFormat.of(file).open(file)) {
            while (table.next()) {
                String level = table.text(place);
                if (level != null && !columns.features().isMissing(level)) {
                    counts.merge(level, 1L, Long::sum);
                }
            }
        }
        return counts;
    }

    /** @param levels null as long as they are not counted */
    private Header header(List<Column> all, @Nullable Map<String, List<String>> levels) {
        int many = many(all);
        List<String> names = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int place = 0; place < all.size(); place++) {
            Kind kind = all.get(place).kind();
            if (kind != Kind.NUMBERS) {
                names.add(all.get(place).name());
                places.add(place);
            }
        }
        CsvHeader roles = new CsvHeader(
                file.toString(), 0, names, columns, levels == null ? Map.of() : levels, grouping, options.labels());
        List<String> unused = new ArrayList<>(roles.unknown().isEmpty() ? List.of() : List.of(roles.unknown()));
        for (int i = 0; i < names.size(); i++) {
            Column column = all.get(places.get(i));
            boolean feature = roles.role(i) >= 0;
            if (feature && many >= 0) {
                unused.add(column.name());
            } else if (roles.role(i) != CsvHeader.UNUSED
                    && (column.kind() == Kind.OTHER || (feature && column.kind() != Kind.NUMBER && levels != null))) {
                throw new InputException(
                        file.toString(),
                        0,
                        "column " + InputException.quote(column.name()) + " of type " + column.type(),
                        feature ? "numbers as features: say that it is to be ignored" : "numbers or texts");
            }
        }
        return new Header(roles, many, places, unused);
    }

    /** The column named features, or the only one of many numbers. */
    private int many(List<Column> all) {
        int many = -1;
        for (int place = 0; place < all.size(); place++) {
            Column column = all.get(place);
            if (column.kind() == Kind.NUMBERS && !columns.features().ignored().contains(column.name())) {
                if (many >= 0 && !column.name().equals(FEATURES)) {
                    if (all.get(many).name().equals(FEATURES)) {
                        continue;
                    }
                    throw new InputException(
                            file.toString(),
                            0,
                            "columns " + InputException.quote(all.get(many).name()) + " and "
                                    + InputException.quote(column.name()) + " of many numbers each",
                            "one, or one that is named features");
                }
                many = place;
            }
        }
        return many;
    }

    private final class Rows {
        private final Table table;
        private final Header header;
        private final QueryAssembler assembler;
        private final RowBlockBuilder out;
        private final Labels labels = options.labels();
        private long row;
        private long first = 1;
        private int width;
        private @Nullable String runQuery;
        private @Nullable String found;
        private String expected = "";

        Rows(Table table, Header header, QueryAssembler assembler) {
            this.table = table;
            this.header = header;
            this.out = new RowBlockBuilder(absent(header).value());
            this.assembler = assembler;
            this.width = header.features().size();
        }

        void read() {
            while (table.next()) {
                row++;
                addRow();
                if (out.rows() >= BLOCK_ROWS || out.present >= BLOCK_VALUES || out.faultCount() > options.skipBad()) {
                    flush();
                }
            }
            flush();
            assembler.end(row, "a row with a value for each column");
        }

        private void flush() {
            runQuery = null;
            assembler.accept(out.build(0, width), first);
            first = row + 1;
        }

        private void addRow() {
            found = null;
            double label = Double.NaN;
            String query = "";
            for (int i = 0; i < header.roles.size() && found == null; i++) {
                int place = header.places.get(i);
                switch (header.roles.role(i)) {
                    case CsvHeader.LABEL -> label = label(place);
                    case CsvHeader.WEIGHT -> out.weight(weight(place, "query"));
                    case CsvHeader.ITEM_WEIGHT -> out.itemWeight(weight(place, "item"));
                    case CsvHeader.QUERY -> query = query(place);
                    case CsvHeader.ITEM -> item(place);
                    case CsvHeader.UNUSED -> {}
                    case CsvHeader.LEVEL -> level(place, header.roles.levels(i));
                    default -> {
                        if (header.many < 0) {
                            feature(place, header.roles.role(i), table.number(place));
                        }
                    }
                }
            }
            if (header.many >= 0 && found == null) {
                features();
            }
            int line = (int) (row - first);
            String wrong = found;
            if (wrong != null) {
                out.fault(line, wrong, expected);
                return;
            }
            if (grouping == Grouping.QUERY && !query.equals(runQuery)) {
                out.beginRun(query);
                runQuery = query;
            }
            if (header.roles.reorders()) {
                out.sortRow();
            }
            out.endRow(label, line);
        }

        private void fault(int place, @Nullable String value, String wanted) {
            found = (value == null ? "nothing" : InputException.quote(value)) + " in column "
                    + InputException.quote(table.columns().get(place).name()) + table.place();
            expected = wanted;
        }

        private double label(int place) {
            String text = table.text(place);
            byte[] bytes = (text == null ? "" : text).getBytes(StandardCharsets.UTF_8);
            double label = labels.parse(bytes, 0, bytes.length);
            if (!labels.accepts(label)) {
                fault(place, text, labels.expected(label, text));
            }
            return label;
        }

        private double weight(int place, String whose) {
            double weight = table.number(place);
            if (!(weight >= 0 && weight <= Labels.LARGEST)) {
                fault(
                        place,
                        table.text(place),
                        "a number from 0 to " + Labels.LARGEST + " as the weight of the " + whose);
            }
            return weight;
        }

        private String query(int place) {
            String name = table.text(place);
            if (name == null || name.isEmpty()) {
                fault(place, name, "the name of a query in each row");
                return "";
            }
            return name;
        }

        private void level(int place, @Nullable Levels levels) {
            String level = table.text(place);
            int feature =
                    levels == null || level == null || columns.features().isMissing(level) ? -1 : levels.feature(level);
            if (feature >= 0) {
                out.addFeature(feature, 1);
            }
        }

        private void item(int place) {
            String name = table.text(place);
            if (name != null) {
                byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
                out.itemId(bytes, 0, bytes.length);
            }
        }

        private void feature(int place, int number, double value) {
            if (Double.isNaN(value)) {
                out.addFeature(number, Float.NaN);
                return;
            }
            if (Float.isInfinite((float) value)) {
                fault(
                        place,
                        Double.toString(value),
                        "numbers that a 32-bit float can hold, and nothing for missing values");
            } else {
                out.addFeature(number, (float) value);
            }
        }

        private void features() {
            Numbers numbers = table.numbers(header.many);
            if (numbers == null) {
                fault(header.many, null, "numbers in each row");
                return;
            }
            width = Math.max(width, numbers.size());
            int[] places = numbers.places();
            int before = -1;
            for (int i = 0; i < numbers.values().length && found == null; i++) {
                int place = places == null ? i : places[i];
                if (place <= before || place >= numbers.size()) {
                    fault(header.many, "place " + place, "places that ascend, below the size of the vector");
                }
                before = place;
                feature(header.many, place, numbers.values()[i]);
            }
        }
    }
}
