package io.plumbrank.spark;

import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.blocks.QueryRows;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Ranker;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapGroupsFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Ranks the items of queries. {@link #transform} adds the score and the rank of each item in its query, 1 for the best, and for a
 * ranker by pairs how far from the best ranking for what is predicted it may be.
 */
public final class RankingModel extends FrameModel<RankingModel> implements HasRanks {
    private static final long serialVersionUID = 1;

    private final RankParams ranks;

    RankingModel(String uid, byte[] file, List<String> notes) {
        super(uid, "query", file, notes);
        this.ranks = RankParams.of(this);
    }

    RankingModel(String uid, Model model, List<String> notes) {
        this(uid, ModelFile.toBytes(model), notes);
    }

    /**
     * From the bytes of a model file, wherever it was trained.
     *
     * @throws InputException if they are no ranker
     */
    public static RankingModel of(byte[] file) {
        return of(file, "model");
    }

    static RankingModel of(byte[] file, String name) {
        requireKind(file, name, Ranker.class, "a ranker of items");
        return new RankingModel(Identifiable$.MODULE$.randomUID("rankingModel"), file, List.of());
    }

    @Override
    public RankParams ranks() {
        return ranks;
    }

    @Override
    public StructType transformSchema(StructType schema) {
        return ranked(schema, ranker(toBytes()).searches());
    }

    private static Ranker ranker(byte[] file) {
        return ModelFile.ofBytes(file, "model").predictor().as(Ranker.class).orElseThrow();
    }

    /** Adds score and rank. The rows of a query come together, best first. */
    @Override
    public Dataset<Row> transform(Dataset<?> data) {
        Dataset<Row> frame = data.toDF();
        StructType schema = transformSchema(frame.schema());
        FrameColumns columns = reading(frame.schema(), Grouping.QUERY);
        MapFunction<Row, String> query = columns::query;
        return described(
                frame.groupByKey(query, Encoders.STRING())
                        .flatMapGroups(new Ranking(toBytes(), columns), Encoders.row(schema)),
                schema);
    }

    /** Ranks one query after another. */
    private static final class Ranking implements FlatMapGroupsFunction<String, Row, Row> {
        private static final long serialVersionUID = 1;

        private final byte[] file;
        private final FrameColumns columns;
        private transient @Nullable Ranker ranker;

        Ranking(byte[] file, FrameColumns columns) {
            this.file = file;
            this.columns = columns;
        }

        @Override
        public Iterator<Row> call(String id, Iterator<Row> items) {
            Ranker known = ranker;
            if (known == null) {
                known = ranker(file);
                ranker = known;
            }
            List<Row> rows = columns.sorted(items); // groups come in any order, which must decide nothing
            List<QueryRows> parts = rows.stream().map(columns::rows).toList();
            Query query = query(QueryRows.joined(parts), known.inputs());
            Ranker.Ranked ranked = known.decode(query, known.limits());
            List<Row> sorted = new ArrayList<>();
            for (int position = 0; position < rows.size(); position++) {
                int item = ranked.ranking().itemAt(position);
                Row row = rows.get(item);
                Object[] values = new Object[row.size() + (known.searches() ? 3 : 2)];
                for (int i = 0; i < row.size(); i++) {
                    values[i] = row.get(i);
                }
                values[row.size()] = ranked.scores()[item];
                values[row.size() + 1] = position + 1;
                if (known.searches()) {
                    values[row.size() + 2] = ranked.gap();
                }
                sorted.add(RowFactory.create(values));
            }
            return sorted.iterator();
        }

        private Query query(QueryRows rows, int inputs) {
            try {
                return rows.below(inputs).query(inputs);
            } catch (IllegalArgumentException e) {
                throw new InputException(
                        columns.data(),
                        0,
                        e.getMessage() + " in query " + InputException.quote(rows.id()),
                        "each item of a query once",
                        e);
            }
        }
    }

    @Override
    public RankingModel copy(ParamMap extra) {
        RankingModel copied = new RankingModel(uid(), toBytes(), notes());
        copyValues(copied, extra);
        copied.setParent(parent());
        return copied;
    }

    /** Reads what {@code save} wrote. */
    public static MLReader<RankingModel> read() {
        return reader(RankingModel.class, (uid, file) -> new RankingModel(uid, file, List.of()));
    }

    /** Reads what {@code save} wrote. */
    public static RankingModel load(String path) {
        return read().load(path);
    }
}
