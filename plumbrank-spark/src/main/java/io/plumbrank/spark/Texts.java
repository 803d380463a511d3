package io.plumbrank.spark;

import java.io.Serializable;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import scala.Function1;

/** Parameters whose check says in one line what is wrong, where Spark would only say that the value is invalid. */
final class Texts {
    private Texts() {}

    /** What refuses a text, with one line for the user. */
    @FunctionalInterface
    interface Check extends Consumer<String>, Serializable {}

    static Param<String> param(Params stage, String name, String doc) {
        return new Param<>(stage, name, doc);
    }

    static Param<String> oneOf(Params stage, String name, String doc, List<String> words) {
        return checked(stage, name, doc, text -> {
            if (!words.contains(text)) {
                throw new IllegalArgumentException(name + " is " + String.join(", ", words.subList(0, words.size() - 1))
                        + " or " + words.get(words.size() - 1) + ", not '" + text + "'");
            }
        });
    }

    /** A whole number that is not too small. */
    static IntParam whole(Params stage, String name, String doc, int least) {
        return new IntParam(stage, name, doc, (Function1<Object, Object> & Serializable) value -> {
            if ((int) value < least) {
                throw new IllegalArgumentException(name + " must be at least " + least + ", got " + value);
            }
            return true;
        });
    }

    /** The line of the check is what the user reads. */
    static Param<String> checked(Params stage, String name, String doc, Check check) {
        return new Param<>(stage, name, doc, (Function1<String, Object> & Serializable) text -> {
            check.accept(text);
            return true;
        });
    }
}
