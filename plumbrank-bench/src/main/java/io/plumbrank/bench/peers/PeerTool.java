package io.plumbrank.bench.peers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A ranker as its users call it, with what it can be tuned by. */
public interface PeerTool {
    /** What users call it. */
    String title();

    /** The Maven coordinate whose version is shown, group and artifact with a slash between; empty for ourselves. */
    String coordinate();

    /** What each parameter is drawn from, when it is tuned. */
    Map<String, List<String>> choices();

    /** What it has where its rounds are chosen on validation data, as in all trials after the first. */
    Map<String, String> stopped();

    /**
     * Fits to the training file; where the parameters say so, the validation file says how many rounds.
     *
     * @param parameters by the tool's own names; none for what it does by itself
     */
    Fit fit(PeerFiles files, Map<String, String> parameters) throws IOException;

    /** What was fitted. */
    interface Fit {
        /** Scores of the rows of a file in their order, on one thread. */
        double[] scores(PeerFiles.Rows rows);
    }

    /**
     * The first is what the tool does by itself; the others draw each parameter, each value alike.
     *
     * @param fixed what all of them have
     */
    default List<Map<String, String>> trials(int count, Map<String, String> fixed) {
        List<Map<String, String>> trials = new ArrayList<>();
        trials.add(fixed);
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 1; trial < count; trial++) {
            Map<String, String> drawn = new LinkedHashMap<>(stopped());
            choices().forEach((name, values) -> drawn.put(name, values.get(random.nextInt(values.size()))));
            drawn.putAll(fixed);
            trials.add(drawn);
        }
        return trials;
    }

    /** @throws IllegalArgumentException if there is none of that name */
    static PeerTool of(String name) {
        PeerTool tool = all().get(name);
        if (tool == null) {
            throw new IllegalArgumentException("no tool '" + name + "'; there are " + all().keySet());
        }
        return tool;
    }

    /** All of them, by name. */
    static Map<String, PeerTool> all() {
        Map<String, PeerTool> tools = new LinkedHashMap<>();
        tools.put("trees", new PlumbrankPeer(true));
        tools.put("linear", new PlumbrankPeer(false));
        tools.put("xgboost", new XgboostPeer());
        tools.put("lightgbm", new LightgbmPeer());
        tools.put("ranklib", new RanklibPeer());
        return tools;
    }
}
