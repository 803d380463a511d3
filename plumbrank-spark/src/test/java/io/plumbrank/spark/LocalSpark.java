package io.plumbrank.spark;

import org.apache.spark.sql.SparkSession;

/** One session for all tests of this JVM, as starting one takes seconds. */
final class LocalSpark {
    private LocalSpark() {}

    private static final class Holder {
        static final SparkSession SESSION = SparkSession.builder()
                .master("local[2]")
                .appName("plumbrank-tests")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "3")
                .config("spark.sql.warehouse.dir", System.getProperty("java.io.tmpdir"))
                .getOrCreate();
    }

    static SparkSession session() {
        return Holder.SESSION;
    }
}
