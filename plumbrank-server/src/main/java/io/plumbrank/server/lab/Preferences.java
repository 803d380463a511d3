package io.plumbrank.server.lab;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.algorithms.DeletedArcs;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.json.Fields;
import io.plumbrank.theory.conditions.Breach;
import io.plumbrank.theory.conditions.PreferenceConditions;
import io.plumbrank.util.InputException;
import io.plumbrank.votes.PairwiseWeights;
import io.plumbrank.votes.RankAggregation;
import io.plumbrank.votes.Unranked;
import io.plumbrank.votes.VoteFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Preference graphs and votes: who is above whom by how much, circles, and rankings by several rules. */
final class Preferences {
    private static final int MOST_ITEMS = 8;
    private static final int MOST_CANDIDATES = 60;
    private static final double LARGEST = 1e6;
    private static final Pattern NAME = Pattern.compile("(?i).*\\.(csv|soc|soi|toc|toi|mat|txt)");

    /** Two seconds for a rule, so that a page waits for a few at most. */
    private static final DecodeLimits LIMITS = DecodeLimits.defaults().withTimeLimit(Duration.ofSeconds(2));

    private Preferences() {}

    static Map<String, Object> graph(Fields request) {
        double[][] weights = request.rows("weights", LARGEST);
        request.requireNoOthers();
        if (weights.length < 2 || weights.length > MOST_ITEMS) {
            throw new IllegalArgumentException("a graph has 2 to " + MOST_ITEMS + " items, not " + weights.length);
        }
        for (double[] row : weights) {
            for (double weight : row) {
                if (weight < 0) {
                    throw new IllegalArgumentException("a weight is not negative, got " + weight);
                }
            }
        }
        PairwiseWeights named = PairwiseWeights.of(weights); // refuses a matrix that is not square
        LinearOrdering problem = named.ordering();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("arcs", arcs(problem));
        answer.put(
                "deleted",
                DeletedArcs.of(problem).arcs().stream()
                        .map(arc -> arc(arc.above(), arc.below(), arc.weight()))
                        .toList());
        List<Map<String, Object>> breaches = new ArrayList<>();
        for (Breach breach : PreferenceConditions.breaches(weights)) {
            breaches.add(Map.of(
                    "condition",
                    breach.condition().text(),
                    "items",
                    breach.items().stream().map(item -> item + 1).toList(),
                    "sentence",
                    breach.sentence()));
        }
        answer.put("breaches", breaches);
        answer.put("least", problem.sumOfMinima());
        answer.put("rankings", rankings(named, List.of("algorithm1", "exact", "borda")));
        return answer;
    }

    private static List<Map<String, Object>> arcs(LinearOrdering problem) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (int i = 0; i < problem.size(); i++) {
            for (int j = 0; j < problem.size(); j++) {
                if (problem.difference(i, j) > 0) {
                    all.add(arc(i, j, problem.difference(i, j)));
                }
            }
        }
        return all;
    }

    private static Map<String, Object> arc(int above, int below, double weight) {
        return Map.of("above", above + 1, "below", below + 1, "weight", weight);
    }

    static Map<String, Object> votes(Fields request) {
        String text = request.text("text");
        String given = request.text("name");
        String unranked = request.has("unranked") ? request.text("unranked") : "ignore";
        request.requireNoOthers();
        if (text.isBlank()) {
            throw new IllegalArgumentException(
                    "no votes: write one per line, best first, such as 3: tea > milk > water");
        }
        // the name decides the format, and nothing else of it is used
        String name = NAME.matcher(given).matches() ? "votes" + given.substring(given.lastIndexOf('.')) : "votes.txt";
        PairwiseWeights weights = read(text, name, Unranked.parse(unranked));
        if (weights.size() > MOST_CANDIDATES) {
            throw new IllegalArgumentException("at most " + MOST_CANDIDATES + " candidates here, not " + weights.size()
                    + "; the command aggregate takes more");
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("names", weights.names());
        double[][] margins = new double[weights.size()][weights.size()];
        for (int i = 0; i < margins.length; i++) {
            for (int j = 0; j < margins.length; j++) {
                margins[i][j] = weights.weight(i, j) - weights.weight(j, i);
            }
        }
        answer.put("margins", margins);
        answer.put("rankings", rankings(weights, List.of("auto", "borda", "copeland")));
        return answer;
    }

    /** Readers take files, so that what they say of lines is the same everywhere. */
    private static PairwiseWeights read(String text, String name, Unranked unranked) {
        Path folder = null;
        try {
            folder = Files.createTempDirectory("plumbrank-lab");
            Path file = folder.resolve(name);
            Files.writeString(file, text);
            return VoteFile.read(file, unranked, MOST_CANDIDATES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InputException e) {
            String where = folder == null ? "" : folder + "/";
            throw new IllegalArgumentException(("" + e.getMessage()).replace(where, ""), e);
        } finally {
            delete(folder, name);
        }
    }

    private static void delete(@Nullable Path folder, String name) {
        if (folder != null) {
            try {
                Files.deleteIfExists(folder.resolve(name));
                Files.deleteIfExists(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static List<Map<String, Object>> rankings(PairwiseWeights weights, List<String> rules) {
        List<Map<String, Object>> all = new ArrayList<>();
        LinearOrdering problem = weights.ordering();
        for (String rule : rules) {
            RankAggregation found = RankAggregation.of(weights, OrderingDecoder.parse(rule), LIMITS);
            Ranking ranking = found.result().ranking();
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("rule", rule);
            one.put("ranking", Counterexamples.items(ranking));
            one.put("value", problem.value(ranking));
            one.put("bound", found.result().bound());
            one.put("gap", found.result().gap());
            one.put("optimal", found.result().isOptimal());
            one.put("acyclic", found.acyclic());
            one.put("lowNoise", found.lowNoise());
            all.add(one);
        }
        return all;
    }
}
