package io.plumbrank.server.lab;

import io.plumbrank.json.Fields;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.measures.RefusedMeasureException;
import io.plumbrank.target.rankings.CalibratedChoice;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** From a measure to a surrogate, a decoder and what they promise together. */
final class Guide {
    private static final int MOST_ITEMS = 1000;

    private Guide() {}

    static Map<String, Object> of(Fields request) {
        MeasureSpec measure = MeasureSpec.parse(request.text("measure"));
        int items = (int) request.whole("items", 2, MOST_ITEMS);
        String surrogate = request.has("surrogate") ? request.text("surrogate") : "";
        request.requireNoOthers();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("measure", measure.text());
        RankingTarget<?> target;
        try {
            target = RankingTargets.ofQueries(measure);
        } catch (RefusedMeasureException e) {
            answer.put("refused", e.getMessage());
            answer.put("ways", List.of());
            return answer;
        }
        List<Map<String, Object>> ways = new ArrayList<>();
        for (CalibratedChoice choice : CalibratedChoice.of(target)) {
            ways.add(way(measure, target, choice.surrogate(), items));
        }
        if (!surrogate.isEmpty() && ways.stream().noneMatch(way -> surrogate.equals(way.get("surrogate")))) {
            ways.add(way(measure, target, surrogate, items));
        }
        answer.put("ways", ways);
        return answer;
    }

    private static Map<String, Object> way(MeasureSpec measure, RankingTarget<?> target, String surrogate, int items) {
        Map<String, Object> way = new LinkedHashMap<>();
        way.put("surrogate", surrogate);
        Guarantee guarantee;
        if (surrogate.equals("pairs")) {
            PairRankingTarget<?> pairs = RankingTargets.pairsOfQueries(measure);
            guarantee = pairs.guarantee(items);
            way.put("outputs", (long) pairs.encodedSize(items));
            way.put("dimension", pairs.dimension(items));
            way.put("decoder", pairs.decoder().text());
            way.put("cost", pairs.decoder().promise().cost());
        } else {
            SurrogateSpec spec = Surrogates.parse(surrogate);
            guarantee = spec.guarantee(target, items);
            way.put("outputs", (long) target.encodedSize(items));
            way.put("dimension", target.dimension(items));
            way.put("decoder", target.decoder());
            way.put("cost", "O(r log r)");
        }
        way.put("calibrated", guarantee.calibration().toString());
        way.put("sentences", guarantee.sentences());
        way.put(
                "command",
                "plumbrank train --measure '" + measure.typed() + "' --surrogate " + surrogate
                        + " --train train.txt --valid valid.txt --out model.json");
        return way;
    }
}
