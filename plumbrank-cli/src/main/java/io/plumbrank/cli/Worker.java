package io.plumbrank.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plumbrank.cli.worker.ArrayJobs;
import io.plumbrank.cli.worker.Frames;
import io.plumbrank.cli.worker.Frames.Message;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import picocli.CommandLine;

/**
 * A warm JVM for another process, such as Python's: runs commands and predicts arrays that come as messages over standard input, and
 * answers over standard output. It ends when its input does, also in the middle of a job.
 */
final class Worker {
    private final Frames frames;
    private final ArrayJobs arrays;

    private Worker(Frames frames) {
        this.frames = frames;
        this.arrays = new ArrayJobs(frames);
    }

    public static void main(String[] args) throws InterruptedException {
        var in = new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16);
        var out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);
        System.setOut(System.err); // what a library prints must not come between messages
        Frames frames = new Frames(in, out);
        BlockingQueue<Message> jobs = new LinkedBlockingQueue<>();
        Thread reader = new Thread(() -> read(frames, jobs), "plumbrank-worker-input");
        reader.setDaemon(true);
        reader.start();
        Worker worker = new Worker(frames);
        while (true) {
            worker.work(jobs.take());
        }
    }

    /** Ends the process at the end of the input: whoever asked is gone. */
    private static void read(Frames frames, BlockingQueue<Message> jobs) {
        try {
            for (Message message = frames.next(); message != null; message = frames.next()) {
                jobs.add(message);
            }
        } catch (IOException e) {
            System.err.println("plumbrank: the worker's input ended: " + e.getMessage());
        }
        Runtime.getRuntime().halt(0);
    }

    private void work(Message message) {
        String job = message.fields().path("job").asText();
        try {
            switch (job) {
                case "run" -> run(message);
                case "table" -> arrays.table(message);
                case "drop" -> arrays.drop(message);
                case "load" -> arrays.load(message);
                case "predict" -> arrays.predict(message);
                default -> throw new IllegalArgumentException("no job '" + job + "'");
            }
        } catch (RuntimeException | IOException e) {
            answer(JsonNodeFactory.instance.objectNode().put("error", "" + e.getMessage()));
        }
    }

    private void run(Message message) throws IOException {
        String[] args = new String[message.fields().get("args").size()];
        for (int i = 0; i < args.length; i++) {
            args[i] = message.fields().get("args").get(i).asText();
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Main.configure(Commands.forArguments(args));
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exit = Main.run(command, args);
        frames.write(
                JsonNodeFactory.instance.objectNode().put("exit", exit),
                out.toString().getBytes(UTF_8),
                err.toString().getBytes(UTF_8));
    }

    private void answer(ObjectNode fields) {
        try {
            frames.write(fields);
        } catch (IOException e) {
            Runtime.getRuntime().halt(0);
        }
    }
}
