package io.plumbrank.data.votes;

import io.plumbrank.data.text.TextLines;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Any file that {@code plumbrank aggregate} takes: votes of PrefLib, a CSV of pairwise weights, a matrix of LOLIB. */
public final class VoteFile {
    private VoteFile() {}

    /**
     * Reads pairwise weights. The name's extension tells the format: {@code .soc .soi .toc .toi} PrefLib, {@code .csv}
     * pairwise weights, {@code .mat} LOLIB, each also with {@code .gz}; for other names the first lines tell.
     *
     * @param unranked what a vote says of the items that it leaves out; of no matter for matrices
     * @throws InputException if the file is not what it should be
     */
    public static PairwiseWeights read(Path file, Unranked unranked) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        if (plain.endsWith(".csv")) {
            return new PairwiseCsvReader(file).read();
        }
        if (plain.endsWith(".mat")) {
            return new LolibReader(file).read();
        }
        if (!PrefLibReader.typeOf(file).isEmpty()) {
            return Votes.read(file).pairwise(unranked);
        }
        List<String> lines = TextLines.of(file);
        if (!lines.isEmpty() && lines.get(0).startsWith("#")) {
            return Votes.read(file).pairwise(unranked);
        }
        return LolibReader.looksRight(lines) ? new LolibReader(file).read() : new PairwiseCsvReader(file).read();
    }
}
