package io.plumbrank.bench.studies;

import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.learn.learners.TreeLearner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The learners that tables of label rankings compare. */
final class LabelLearners {
    private LabelLearners() {}

    static Map<String, List<? extends Learner>> all() {
        Map<String, List<? extends Learner>> learners = new LinkedHashMap<>();
        learners.put("linear", List.of(FeatureLearner.linear()));
        learners.put("fourier", FeatureLearner.fouriers(500));
        learners.put("kernel", FeatureLearner.kernels(500));
        learners.put("trees", TreeLearner.forSmallData(Map.of()));
        learners.put("forest", ForestLearner.toChooseFrom(Map.of(), true));
        return learners;
    }
}
