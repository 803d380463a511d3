package io.plumbrank.votes;

import io.plumbrank.data.text.TextLines;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Any file that {@code plumbrank aggregate} takes: votes of PrefLib, plain ballots, a CSV of pairwise weights, a matrix of LOLIB.
 * Votes are counted while they are read: memory for the pairs of items, whatever their number, but for a pipe, which is held.
 */
public final class VoteFile {
    private VoteFile() {}

    /**
     * Reads pairwise weights. The name's extension tells the format: {@code .soc .soi .toc .toi} PrefLib, {@code .mat} LOLIB, each
     * also with {@code .gz}; for other names and for {@code .csv} the lines tell: ballots such as {@code apple > pear = fig}, CSV of
     * names, CSV of positions, CSV of pairwise weights.
     *
     * @param unranked what a vote says of the items that it leaves out; of no matter for matrices
     * @throws InputException if the file is not what it should be
     */
    public static PairwiseWeights read(Path file, Unranked unranked) {
        return read(file, unranked, Integer.MAX_VALUE);
    }

    /**
     * Reads votes of some items, or a matrix, which has as many numbers as it has pairs.
     *
     * @param most how many items votes may have
     * @throws IllegalArgumentException if they have more, before memory is taken for their pairs
     */
    public static PairwiseWeights read(Path file, Unranked unranked, int most) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        if (plain.endsWith(".mat")) {
            return new LolibReader(file, TextLines.of(file)).read();
        }
        Iterable<String> lines = TextLines.streamed(file);
        if (!PrefLibReader.typeOf(file).isEmpty()) {
            return PrefLibReader.pairwise(file, lines, unranked, most);
        }
        boolean csv = plain.endsWith(".csv");
        BallotReader ballots = new BallotReader(file, lines, unranked, most);
        if (BallotReader.isOrders(lines, csv)) {
            return ballots.readOrders();
        }
        if (!csv && TextLines.first(lines, 1, line -> true).stream().anyMatch(line -> line.startsWith("#"))) {
            return PrefLibReader.pairwise(file, lines, unranked, most);
        }
        if (!csv && LolibReader.looksRight(lines)) {
            return new LolibReader(file, all(file, lines)).read();
        }
        BallotReader.Rows rows = new BallotReader.Rows(file, lines);
        if (rows.areNames()) {
            return ballots.readNames();
        }
        if (rows.arePositions()) {
            requireNoMatrix(file, rows);
            return ballots.readPositions();
        }
        return new PairwiseCsvReader(file, all(file, lines)).read();
    }

    /** The lines of a matrix, which has as many numbers as there are pairs. */
    private static List<String> all(Path file, Iterable<String> lines) {
        return lines instanceof List<String> held ? held : TextLines.of(file);
    }

    /** As many rows as columns may be positions or weights, and to guess would be to answer another question. */
    private static void requireNoMatrix(Path file, BallotReader.Rows rows) {
        if (rows.areSquare()) {
            throw new InputException(
                    file.toString(),
                    1,
                    "a header of names over as many rows as columns, which may be positions or pairwise weights",
                    "for weights, the names in the first column too; for positions, a column named weight");
        }
    }
}
