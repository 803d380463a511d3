/** The library: data, measures, surrogates that are true to them, learners, decoders and models. */
@SuppressWarnings("module") // those that enter some rooms are built after this one
module io.plumbrank.core {
    requires ch.randelshofer.fastdoubleparser;
    requires transitive com.fasterxml.jackson.core;
    requires de.siegmar.fastcsv;
    requires ejml.core;
    requires ejml.ddense;
    requires java.management;
    requires jdk.management;
    requires org.apache.commons.statistics.distribution;
    requires static transitive org.jspecify;

    exports io.plumbrank;
    exports io.plumbrank.data;
    exports io.plumbrank.data.preferences;
    exports io.plumbrank.data.write;
    exports io.plumbrank.decode;
    exports io.plumbrank.evaluate;
    exports io.plumbrank.json;
    exports io.plumbrank.kind.classes;
    exports io.plumbrank.kind.costs;
    exports io.plumbrank.kind.items;
    exports io.plumbrank.kind.labels;
    exports io.plumbrank.kind.pairs;
    exports io.plumbrank.learn;
    exports io.plumbrank.learn.features;
    exports io.plumbrank.learn.instances;
    exports io.plumbrank.learn.learners;
    exports io.plumbrank.measure;
    exports io.plumbrank.measure.settings;
    exports io.plumbrank.model;
    exports io.plumbrank.surrogate;
    exports io.plumbrank.target;
    exports io.plumbrank.target.labels;
    exports io.plumbrank.target.probabilities;
    exports io.plumbrank.target.rankings;
    exports io.plumbrank.task;
    exports io.plumbrank.train;
    exports io.plumbrank.util;

    // rooms that only modules of this project may enter
    exports io.plumbrank.data.text to
            io.plumbrank.cli,
            io.plumbrank.server,
            io.plumbrank.theory,
            io.plumbrank.trees,
            io.plumbrank.votes;
    exports io.plumbrank.decode.algorithms to
            io.plumbrank.cli,
            io.plumbrank.server,
            io.plumbrank.solvers,
            io.plumbrank.theory,
            io.plumbrank.votes;
    exports io.plumbrank.learn.sums to
            io.plumbrank.theory;
    exports io.plumbrank.data.blocks to
            io.plumbrank.cli,
            io.plumbrank.theory;
    exports io.plumbrank.kind.classes.evaluation to
            io.plumbrank.cli,
            io.plumbrank.report;
    exports io.plumbrank.kind.pairs.evaluation to
            io.plumbrank.cli;
    exports io.plumbrank.task.checks to
            io.plumbrank.cli;
    exports io.plumbrank.model.kinds to
            io.plumbrank.cli;
    exports io.plumbrank.learn.arithmetic to
            io.plumbrank.export,
            io.plumbrank.theory,
            io.plumbrank.trees;
    exports io.plumbrank.learn.descent to
            io.plumbrank.cli,
            io.plumbrank.theory,
            io.plumbrank.trees;
    exports io.plumbrank.learn.maps to
            io.plumbrank.cli,
            io.plumbrank.export,
            io.plumbrank.report,
            io.plumbrank.theory,
            io.plumbrank.trees;
    exports io.plumbrank.learn.pairs to
            io.plumbrank.cli,
            io.plumbrank.theory,
            io.plumbrank.trees;
    exports io.plumbrank.learn.ridge to
            io.plumbrank.cli,
            io.plumbrank.theory,
            io.plumbrank.trees;
    exports io.plumbrank.learn.splits to
            io.plumbrank.export;
    exports io.plumbrank.learn.trees to
            io.plumbrank.cli,
            io.plumbrank.export,
            io.plumbrank.report,
            io.plumbrank.theory,
            io.plumbrank.trees;
    exports io.plumbrank.target.classes to
            io.plumbrank.cli,
            io.plumbrank.report,
            io.plumbrank.server,
            io.plumbrank.theory;
    exports io.plumbrank.target.measures to
            io.plumbrank.cli,
            io.plumbrank.server,
            io.plumbrank.theory;
    exports io.plumbrank.surrogate.templates to
            io.plumbrank.theory;
    exports io.plumbrank.util.internal to
            io.plumbrank.cli,
            io.plumbrank.export,
            io.plumbrank.report,
            io.plumbrank.server,
            io.plumbrank.solvers,
            io.plumbrank.theory,
            io.plumbrank.trees,
            io.plumbrank.votes;

    uses io.plumbrank.data.TableFormat;
    uses io.plumbrank.decode.algorithms.OrderingSolver;
    uses io.plumbrank.learn.ScorerCodec;
    uses io.plumbrank.learn.trees.TreeEngine;
    uses io.plumbrank.measure.MeasureProvider;
    uses io.plumbrank.model.ModelImport;
    uses io.plumbrank.model.TaskKind;
    uses io.plumbrank.surrogate.SurrogateProvider;

    provides io.plumbrank.learn.ScorerCodec with
            io.plumbrank.learn.maps.FourierFeatures.Codec,
            io.plumbrank.learn.maps.LaplaceKernel.Codec,
            io.plumbrank.learn.features.LinearScorer.Codec,
            io.plumbrank.learn.pairs.FourierPairs.Codec,
            io.plumbrank.learn.pairs.ProductPairs.Codec,
            io.plumbrank.learn.trees.Blend.Codec,
            io.plumbrank.learn.trees.LogForest.Codec,
            io.plumbrank.learn.trees.TreePairs.Codec,
            io.plumbrank.learn.trees.TreesCodec;
    provides io.plumbrank.model.TaskKind with
            io.plumbrank.kind.classes.ClassKind,
            io.plumbrank.kind.costs.CostKind,
            io.plumbrank.kind.items.ItemKind,
            io.plumbrank.kind.labels.LabelKind,
            io.plumbrank.kind.pairs.PairKind;
    provides io.plumbrank.surrogate.SurrogateProvider with
            io.plumbrank.surrogate.templates.TemplateKinds;
}
