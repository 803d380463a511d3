package io.plumbrank.bench.studies;

import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.votes.PairwiseWeights;
import io.plumbrank.votes.Unranked;
import io.plumbrank.votes.VoteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Decodes the instances of LOLIB that {@code optima.tsv} lists, with {@code auto} within 10 s and {@code exact} within
 * 60 s, and prints a row for each beside the optimum that the library's authors proved. One thread.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.LolibTable ../shared/data/lolib</pre>
 */
public final class LolibTable {
    private LolibTable() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        List<String> optima = Files.readAllLines(folder.resolve("optima.tsv"));
        // so that the first row does not pay for loading classes and native code
        decode(problem(folder, "stabu1"), OrderingDecoder.EXACT, 60);
        System.out.println("| instance | items | optimum | auto | auto s | exact | exact s | exact by |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
        for (String line : optima.subList(1, optima.size())) {
            String[] row = line.split("\t", -1);
            LinearOrdering problem = problem(folder, row[0]);
            double total = 0;
            for (int i = 0; i < problem.size(); i++) {
                for (int j = 0; j < problem.size(); j++) {
                    total += problem.weight(i, j);
                }
            }
            DecodeResult auto = decode(problem, OrderingDecoder.AUTO, 10);
            DecodeResult exact = decode(problem, OrderingDecoder.EXACT, 60);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.0f | %.0f%s | %.2f | %.0f%s | %.2f | %s |%n",
                    row[0],
                    row[1],
                    total - Double.parseDouble(row[2]),
                    auto.value(),
                    proof(auto),
                    seconds(auto),
                    exact.value(),
                    proof(exact),
                    seconds(exact),
                    exact.method());
        }
    }

    private static LinearOrdering problem(Path folder, String instance) {
        PairwiseWeights weights = VoteFile.read(folder.resolve(instance + ".mat"), Unranked.IGNORE);
        return weights.ordering();
    }

    private static DecodeResult decode(LinearOrdering problem, OrderingDecoder decoder, int limit) {
        return decoder.decode(problem, DecodeLimits.defaults().withTimeLimit(Duration.ofSeconds(limit)));
    }

    private static String proof(DecodeResult result) {
        return result.isOptimal() ? " proven" : String.format(Locale.ROOT, " gap %.0f", result.gap());
    }

    private static double seconds(DecodeResult result) {
        return result.elapsed().toNanos() / 1e9;
    }
}
