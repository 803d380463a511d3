/** Extensions of Plumbrank in a project that is not its own. */
module org.example.extend {
    requires transitive io.plumbrank.core;
    requires transitive io.plumbrank.export;

    exports org.example.extend;
    exports org.example.extend.stock;

    provides io.plumbrank.export.ExportFormat with
            org.example.extend.SqlFormat;
    provides io.plumbrank.learn.ScorerCodec with
            org.example.extend.Neighbours.Codec,
            org.example.extend.Splines.Codec;
    provides io.plumbrank.measure.MeasureProvider with
            org.example.extend.RankBiasedPrecision.Provider;
    provides io.plumbrank.model.TaskKind with
            org.example.extend.stock.StockKind;
    provides io.plumbrank.surrogate.SurrogateProvider with
            org.example.extend.Poisson.Provider;
}
