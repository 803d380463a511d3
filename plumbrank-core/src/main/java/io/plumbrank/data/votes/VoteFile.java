package io.plumbrank.data.votes;

import io.plumbrank.data.text.TextLines;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Any file that {@code plumbrank aggregate} takes: votes of PrefLib, plain ballots, a CSV of pairwise weights, a matrix of LOLIB.
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
        String name = file.toString().toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        List<String> lines = TextLines.of(file);
        if (plain.endsWith(".mat")) {
            return new LolibReader(file, lines).read();
        }
        if (!PrefLibReader.typeOf(file).isEmpty()) {
            return new PrefLibReader(file, lines).read().pairwise(unranked);
        }
        boolean csv = plain.endsWith(".csv");
        BallotReader ballots = new BallotReader(file, unranked);
        if (BallotReader.isOrders(lines)) {
            return ballots.readOrders(lines);
        }
        if (!csv && !lines.isEmpty() && lines.get(0).startsWith("#")) {
            return new PrefLibReader(file, lines).read().pairwise(unranked);
        }
        if (!csv && LolibReader.looksRight(lines)) {
            return new LolibReader(file, lines).read();
        }
        if (BallotReader.isNames(file, lines)) {
            return ballots.readNames(lines);
        }
        if (BallotReader.isPositions(file, lines)) {
            requireNoMatrix(file, lines);
            return ballots.readPositions(lines);
        }
        return new PairwiseCsvReader(file, lines).read();
    }

    /** As many rows as columns may be positions or weights, and to guess would be to answer another question. */
    private static void requireNoMatrix(Path file, List<String> lines) {
        List<String> rows = lines.stream().filter(line -> !line.isBlank()).toList();
        String[] header = rows.get(0).split(",", -1);
        if (rows.size() - 1 == header.length && Arrays.stream(header).noneMatch(BallotReader::isWeight)) {
            throw new InputException(
                    file.toString(),
                    1,
                    "a header of names over as many rows as columns, which may be positions or pairwise weights",
                    "for weights, the names in the first column too; for positions, a column named weight");
        }
    }
}
