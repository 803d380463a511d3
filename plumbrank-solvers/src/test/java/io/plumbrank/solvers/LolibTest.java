package io.plumbrank.solvers;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.votes.PairwiseWeights;
import io.plumbrank.votes.RankAggregation;
import io.plumbrank.votes.Unranked;
import io.plumbrank.votes.VoteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Input-output tables of LOLIB: the optima that the library's authors proved are found and proven here. */
class LolibTest {
    @ParameterizedTest
    @EnumSource(
            value = OrderingDecoder.class,
            names = {"EXACT", "AUTO"})
    void knownOptimaAreFoundAndProven(OrderingDecoder decoder) throws IOException {
        Path folder = lolib();
        List<String[]> optima;
        try (Stream<String> lines = Files.lines(folder.resolve("optima.tsv"))) {
            optima = lines.skip(1).map(line -> line.split("\t", -1)).toList();
        }
        assertThat(optima).hasSize(25);
        DecodeLimits limits = DecodeLimits.defaults().withTimeLimit(Duration.ofSeconds(60));
        for (String[] row : optima) {
            PairwiseWeights weights = VoteFile.read(folder.resolve(row[0] + ".mat"), Unranked.IGNORE);
            assertThat(weights.size()).isEqualTo(Integer.parseInt(row[1]));
            DecodeResult result = RankAggregation.of(weights, decoder, limits).result();
            assertThat(result.value()).as(row[0]).isEqualTo(total(weights) - Double.parseDouble(row[2]));
            assertThat(result.isOptimal()).as(row[0]).isTrue();
        }
    }

    private static double total(PairwiseWeights weights) {
        double sum = 0;
        for (int i = 0; i < weights.size(); i++) {
            for (double weight : weights.row(i)) {
                sum += weight;
            }
        }
        return sum;
    }

    private static Path lolib() {
        String named = System.getProperty("PLUMBRANK_DATA", System.getenv("PLUMBRANK_DATA"));
        // tests of a module run in the module's folder
        Path folder = (named != null ? Path.of(named) : Path.of("..", "..", "shared", "data")).resolve("lolib");
        if (!Files.exists(folder)) {
            System.err.println("SKIPPED: a check on shared data, " + folder + " is not there (set PLUMBRANK_DATA)");
            Assumptions.abort("no shared data at " + folder);
        }
        return folder;
    }
}
