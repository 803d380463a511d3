/** Models as files for other systems, each read back by code of its own, and models of other tools as rankers. */
@SuppressWarnings("module") // plumbrank-trees is built after this one
module io.plumbrank.export {
    requires com.fasterxml.jackson.core;
    requires transitive io.plumbrank.core;
    requires java.compiler;
    requires java.xml;
    requires static transitive org.jspecify;

    exports io.plumbrank.export;
    exports io.plumbrank.imports to
            io.plumbrank.trees;

    uses io.plumbrank.export.ExportFormat;

    // META-INF/services has the same list for the class path; its order is that of messages
    provides io.plumbrank.export.ExportFormat with
            io.plumbrank.export.XgboostJson,
            io.plumbrank.export.XgboostUbj,
            io.plumbrank.export.XgboostDump,
            io.plumbrank.export.OpenSearch,
            io.plumbrank.export.OpenSearchRankLib,
            io.plumbrank.export.Solr,
            io.plumbrank.export.RankLib,
            io.plumbrank.export.Vespa,
            io.plumbrank.export.Onnx,
            io.plumbrank.export.JavaSource;
    provides io.plumbrank.model.ModelImport with
            io.plumbrank.imports.ImportedModels,
            io.plumbrank.imports.LightgbmModel;
}
