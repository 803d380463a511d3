package io.plumbrank.server.lab;

import io.plumbrank.decode.Decoder;
import io.plumbrank.json.Fields;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.labels.LabelRankingTarget;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.measures.RefusedMeasureException;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.target.rankings.RankingTarget.CalibratedChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Leads from a measure, costs of classes or a measure of label rankings to surrogates, decoders and what they promise together. */
final class Guide {
    private static final int MOST_ITEMS = 1000;

    private Guide() {}

    static Map<String, Object> of(Fields request) {
        String task = request.has("task") ? request.text("task") : "queries";
        if (task.equals("classes")) {
            ClassLoss<?> loss = ClassLosses.parse(request.text("loss"));
            request.requireNoOthers();
            return answer(loss.toString(), List.of(ofClasses(loss)));
        }
        MeasureSpec measure = MeasureSpec.parse(request.text("measure"));
        int items = (int) request.whole("items", 2, MOST_ITEMS);
        String surrogate = request.has("surrogate") ? request.text("surrogate") : "";
        request.requireNoOthers();
        if (task.equals("labels")) {
            return answer(
                    measure.text(),
                    Arrays.stream(Form.values())
                            .map(form -> ofLabels(measure, form, items))
                            .toList());
        }
        if (!task.equals("queries")) {
            throw new IllegalArgumentException("a task is queries, classes or labels, not '" + task + "'");
        }
        RankingTarget<?> target;
        try {
            target = RankingTargets.ofQueries(measure);
        } catch (RefusedMeasureException e) {
            Map<String, Object> refused = answer(measure.text(), List.of());
            refused.put("refused", e.getMessage());
            return refused;
        }
        List<Map<String, Object>> ways = new ArrayList<>();
        for (CalibratedChoice choice : CalibratedChoice.of(target)) {
            ways.add(way(measure, target, choice.surrogate(), items));
        }
        if (!surrogate.isEmpty() && ways.stream().noneMatch(way -> surrogate.equals(way.get("surrogate")))) {
            ways.add(way(measure, target, surrogate, items));
        }
        return answer(measure.text(), ways);
    }

    private static Map<String, Object> answer(String measure, List<Map<String, Object>> ways) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("measure", measure);
        answer.put("ways", ways);
        return answer;
    }

    private static Map<String, Object> ofClasses(ClassLoss<?> loss) {
        return way(
                "squared",
                loss.guarantee(),
                loss.encodedSize(),
                loss.dimension(),
                "the prediction of least expected cost",
                "plumbrank train --loss-matrix '" + loss + "' --train train.csv --out model.json");
    }

    private static Map<String, Object> ofLabels(MeasureSpec measure, Form form, int labels) {
        Decoder<?> decoder = LabelRankingTask.resolved(LabelRankingTarget.decoder("auto"), labels);
        LabelRankingTarget target = new LabelRankingTarget(measure, labels, form, decoder, true);
        return way(
                form.surrogate(),
                target.guarantee(),
                target.encodedSize(),
                target.dimension(),
                target.decoding(),
                "plumbrank train --measure " + measure.typed() + " --ranking PREFIX --surrogate " + form.surrogate()
                        + " --train train.csv --out model.json");
    }

    private static Map<String, Object> way(
            String surrogate, Guarantee guarantee, long outputs, long dimension, String decoder, String command) {
        Map<String, Object> way = new LinkedHashMap<>();
        way.put("surrogate", surrogate);
        way.put("outputs", outputs);
        way.put("dimension", dimension);
        way.put("decoder", decoder);
        way.put("calibrated", guarantee.calibration().toString());
        way.put("sentences", guarantee.sentences());
        way.put("command", command);
        return way;
    }

    private static Map<String, Object> way(MeasureSpec measure, RankingTarget<?> target, String surrogate, int items) {
        String command = "plumbrank train --measure '" + measure.typed() + "' --surrogate " + surrogate
                + " --train train.txt --valid valid.txt --out model.json";
        if (surrogate.equals("pairs")) {
            PairRankingTarget<?> pairs = RankingTargets.pairsOfQueries(measure);
            return way(
                    surrogate,
                    pairs.guarantee(items),
                    pairs.encodedSize(items),
                    pairs.dimension(items),
                    pairs.decoder().text() + ", " + pairs.decoder().promise().cost(),
                    command);
        }
        return way(
                surrogate,
                Surrogates.parse(surrogate).guarantee(target, items),
                target.encodedSize(items),
                target.dimension(items),
                target.decoder() + ", O(r log r)",
                command);
    }
}
