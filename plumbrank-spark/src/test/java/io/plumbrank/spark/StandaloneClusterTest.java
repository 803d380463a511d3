package io.plumbrank.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.BlockRule;
import io.plumbrank.data.blocks.BlockedSource;
import io.plumbrank.data.write.LetorWriter;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelFile;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.train.Trainer;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of this machine: one master and two workers from the jars of the build, a job by spark-submit, and an executor that is
 * killed while it works. Runs in the profile {@code cluster}.
 */
@Tag("cluster")
@Tag("full")
class StandaloneClusterTest {
    private static final int BLOCKS = 16;
    private static final int FEATURES = 400;

    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void anExecutorThatIsKilledWhileSumsAreMadeChangesNoByte() throws IOException, InterruptedException {
        theBytesAreThoseOfOneMachine(
                Plumbrank.forMeasure("ndcg@5").withLearner(FeatureLearner.fourier(FEATURES)),
                3,
                "--model",
                "fourier",
                "--features",
                "" + FEATURES);
    }

    /** What the executor kept of its blocks, half-grown tree and all, is lost with it. */
    @Test
    void anExecutorThatIsKilledWhileTreesGrowChangesNoByte() throws IOException, InterruptedException {
        ItemTask task = ItemTask.of(MeasureSpec.parse("ndcg@5")).withSurrogates(Surrogates.parse("squared"));
        TreeLearner trees = new TreeLearner(Map.of(TreeLearner.ENGINE, "own", "n_estimators", "4", "max_depth", "3"));
        theBytesAreThoseOfOneMachine(
                Trainer.of(task).withLearner(trees),
                30,
                "--model",
                "trees",
                "--param",
                "n_estimators=4",
                "--param",
                "max_depth=3");
    }

    /** @param number of the job from which on an executor is killed */
    private void theBytesAreThoseOfOneMachine(Trainer<?> trainer, int number, String... options)
            throws IOException, InterruptedException {
        Path home = home();
        Path data = Files.createDirectory(directory.resolve("letor"));
        List<Query> queries = SparkData.queries(1200, 12, 31);
        for (int part = 0; part < 4; part++) {
            LetorWriter.write(
                    data.resolve("part-" + part + ".txt"), new Dataset(queries.subList(part * 300, part * 300 + 300)));
        }
        int port = freePort();
        String master = "spark://127.0.0.1:" + port;
        start(
                home,
                "master",
                "org.apache.spark.deploy.master.Master",
                "--host",
                "127.0.0.1",
                "--port",
                "" + port,
                "--webui-port",
                "0");
        List<Process> workers = new ArrayList<>();
        for (int worker = 0; worker < 2; worker++) {
            Path work = directory.resolve("work" + worker);
            workers.add(start(
                    home,
                    "worker" + worker,
                    "org.apache.spark.deploy.worker.Worker",
                    "--host",
                    "127.0.0.1",
                    "--cores",
                    "1",
                    "--memory",
                    "1g",
                    "--webui-port",
                    "0",
                    "--work-dir",
                    work.toString(),
                    master));
        }
        Path model = directory.resolve("model.json");
        List<String> arguments = new ArrayList<>(List.of(
                "--master",
                master,
                "--conf",
                "spark.driver.host=127.0.0.1",
                "--conf",
                "spark.executor.memory=600m",
                "--conf",
                "spark.ui.enabled=false",
                "--class",
                "io.plumbrank.spark.SparkMain",
                jar("plumbrank-spark-job", placeOf(SparkMain.class)).toString(),
                "train",
                "--measure",
                "ndcg@5",
                "--folds",
                "2",
                "--blocks",
                "" + BLOCKS,
                "--train",
                data.toString(),
                "--out",
                model.toString()));
        arguments.addAll(List.of(options));
        Process job = start(home, "job", "org.apache.spark.deploy.SparkSubmit", arguments.toArray(new String[0]));
        killOneOf(workers, job, number);
        assertThat(job.waitFor(10, TimeUnit.MINUTES)).as(log("job")).isTrue();
        assertThat(job.exitValue()).as(log("job")).isZero();
        assertThat(log("job")).contains("Lost executor");

        QuerySource alone = QuerySource.of(data.toString(), new Dataset(read(data)));
        byte[] expected =
                ModelFile.toBytes(trainer.withSettings(Settings.defaults().withFolds(2))
                        .train(BlockedSource.of(alone, new BlockRule(BLOCKS, Grouping.QUERY), 2))
                        .model());
        assertThat(Files.readAllBytes(model)).isEqualTo(expected);
    }

    private static List<Query> read(Path data) throws IOException {
        List<Query> queries = new ArrayList<>();
        try (Stream<Path> files = Files.list(data)) {
            files.sorted()
                    .forEach(file -> queries.addAll(QuerySource.of(file).load().queries()));
        }
        return queries;
    }

    /** Waits until a job on the blocks is under way, which the driver's log tells, and kills an executor. */
    private void killOneOf(List<Process> workers, Process job, int number) throws IOException, InterruptedException {
        while (job.isAlive()) {
            String log = log("job");
            int sums = -1;
            for (int i = 0; i == 0 || (i < number && sums >= 0); i++) {
                sums = log.indexOf("Starting job: collect", sums + 1);
            }
            if (sums >= 0 && log.indexOf("Starting task 1.0", sums) >= 0) {
                Optional<ProcessHandle> executor =
                        workers.stream().flatMap(Process::descendants).findFirst();
                if (executor.isPresent()) {
                    executor.get().destroyForcibly();
                    return;
                }
            }
            Thread.sleep(20);
        }
        throw new AssertionError("the job ended before an executor could be killed: " + log("job"));
    }

    private String log(String name) throws IOException {
        return Files.readString(directory.resolve(name + ".log"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** What the scripts of a distribution expect: a directory of all jars. */
    private Path home() throws IOException {
        Path home = Files.createDirectory(directory.resolve("home"));
        Path jars = Files.createDirectory(home.resolve("jars"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry).toAbsolutePath();
            if (entry.endsWith(".jar")) {
                Path link = jars.resolve(path.getFileName());
                if (!Files.exists(link)) {
                    Files.createSymbolicLink(link, path);
                }
            }
        }
        Path core = placeOf(Query.class);
        if (Files.isDirectory(core)) {
            Files.move(jar("plumbrank-core", core), jars.resolve("plumbrank-core.jar"));
        }
        return home;
    }

    /** The jar or the directory that a class comes from. */
    private static Path placeOf(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    private Path jar(String name, Path classes) throws IOException {
        Path jar = directory.resolve(name + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                copy(file, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    private static void copy(Path file, OutputStream out) throws IOException {
        Files.copy(file, out);
    }

    private Process start(Path home, String name, String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xmx768m"));
        for (String option : System.getProperty("spark.opens").split(" ")) {
            command.add(option);
        }
        command.addAll(List.of("-cp", home.resolve("jars") + "/*", main));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".log").toFile());
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        Process process = builder.start();
        started.add(process);
        return process;
    }
}
