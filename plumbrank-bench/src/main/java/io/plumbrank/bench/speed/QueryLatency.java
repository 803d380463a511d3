package io.plumbrank.bench.speed;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import java.nio.file.Path;
import java.util.List;

/** Ranks the queries of a file one by one, again and again: {@code QueryLatency MODEL FILE TIMES}. */
public final class QueryLatency {
    private QueryLatency() {}

    public static void main(String[] args) {
        Ranker ranker = (Ranker) Predictor.read(Path.of(args[0]));
        List<Query> queries = QuerySource.of(Path.of(args[1])).load().queries();
        int times = Integer.parseInt(args[2]);
        long first = 0;
        for (int time = 0; time < times; time++) {
            first += ranker.rank(queries.get(time % queries.size())).itemAt(0);
        }
        System.out.println(first);
    }
}
