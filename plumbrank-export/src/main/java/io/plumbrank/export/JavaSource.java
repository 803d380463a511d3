package io.plumbrank.export;

import io.plumbrank.learn.trees.TreeEnsemble;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.SourceVersion;

/**
 * One Java source file that needs nothing but the JDK, named as its class: {@code score(float[])} for one score, {@code
 * scoreInto(float[], double[])} for any number, {@code predict(float[])} for a model of classes.
 *
 * <p>Numbers stand in text constants and are parsed when the class is loaded, since the compiler takes neither large methods nor many
 * numbers: a method holds 64 KB of code and a class 65,535 constants. Additions come in the order of the scorer here, and are fused
 * if they are on this machine, so the bits are the same.
 */
public record JavaSource() implements ExportFormat {
    /** Above this much source javac wants more than its usual heap. */
    static final int LARGEST = 64 << 20;

    @Override
    public String name() {
        return "java";
    }

    @Override
    public Exported write(Exportable model, String fileName) {
        String type = Exported.stem(fileName);
        if (!fileName.endsWith(".java") || !SourceVersion.isName(type) || type.contains(".")) {
            throw model.refused("the file name " + fileName, "a file that is named as its class, such as Ranker.java");
        }
        List<String> notes = new ArrayList<>();
        JavaText source = new JavaText();
        source.begin(type, model);
        if (model.scorer() instanceof TreeEnsemble ensemble) {
            notes.addAll(XgboostFile.rounded(ensemble));
        }
        if (!source.scorer(model.scorer())) {
            throw model.refused(
                    model.words(),
                    "trees, a linear model, Fourier features or a blend of these for java: train for java");
        }
        source.end(model);
        if (source.length() > LARGEST) {
            throw model.refused(
                    "a model of " + source.length() / (1 << 20) + " MB as Java source",
                    "at most " + LARGEST / (1 << 20) + " MB, which javac takes: use onnx, or train fewer trees");
        }
        return Exported.of(source.toString().getBytes(StandardCharsets.UTF_8), notes);
    }

    @Override
    public Replay replay(Exported files, Exportable model) {
        return CompiledSource.of(new String(files.content(), StandardCharsets.UTF_8));
    }
}
