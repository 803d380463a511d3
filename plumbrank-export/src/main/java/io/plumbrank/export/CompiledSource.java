package io.plumbrank.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** A source file, compiled by this JDK in memory. */
final class CompiledSource implements Replay {
    private static final Pattern CLASS = Pattern.compile("public final class (\\w+)");

    private final MethodHandle score;
    private final @Nullable MethodHandle decide;

    private CompiledSource(MethodHandle score, @Nullable MethodHandle decide) {
        this.score = score;
        this.decide = decide;
    }

    /** @throws IllegalStateException without a compiler */
    static CompiledSource of(String source) {
        @Nullable JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("this Java has no compiler to check the source with: run on a JDK");
        }
        Matcher matcher = CLASS.matcher(source);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no class in the source");
        }
        String name = matcher.group(1);
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        StringWriter faults = new StringWriter();
        try (StandardJavaFileManager standard =
                compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            boolean compiled = compiler.getTask(
                            faults,
                            new InMemory(standard, classes),
                            null,
                            List.of("--release", "17", "-proc:none"),
                            null,
                            List.of(new SourceText(name, source)))
                    .call();
            if (!compiled) {
                throw new IllegalArgumentException("the source does not compile: " + faults);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return load(name, classes);
    }

    private static CompiledSource load(String name, Map<String, ByteArrayOutputStream> classes) {
        try {
            Class<?> type = new Loader(classes).loadClass(name);
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodHandle score = lookup.findStatic(
                    type, "scoreInto", MethodType.methodType(void.class, float[].class, double[].class));
            MethodHandle decide = null;
            if (Arrays.stream(type.getMethods())
                    .anyMatch(method -> method.getName().equals("decide"))) {
                decide = lookup.findStatic(type, "decide", MethodType.methodType(int.class, float[].class));
            }
            return new CompiledSource(score, decide);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("the source lacks its methods", e);
        }
    }

    @Override
    public void scoreInto(float[] x, double[] u) {
        try {
            score.invokeExact(x, u);
        } catch (Throwable e) {
            throw new IllegalStateException("the compiled source failed", e);
        }
    }

    @Override
    public int decide(float[] x) {
        if (decide == null) {
            return NO_DECISION;
        }
        try {
            return (int) decide.invokeExact(x);
        } catch (Throwable e) {
            throw new IllegalStateException("the compiled source failed", e);
        }
    }

    private static final class SourceText extends SimpleJavaFileObject {
        private final String text;

        SourceText(String name, String text) {
            super(URI.create("string:///" + name + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes;

        InMemory(StandardJavaFileManager standard, Map<String, ByteArrayOutputStream> classes) {
            super(standard);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("bytes:///" + name + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(name, bytes);
                    return bytes;
                }
            };
        }
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, ByteArrayOutputStream> classes;

        Loader(Map<String, ByteArrayOutputStream> classes) {
            super(ClassLoader.getPlatformClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            @Nullable ByteArrayOutputStream bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes.toByteArray(), 0, bytes.size());
        }
    }
}
