package io.plumbrank.spark;

import java.io.Serializable;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import scala.Function1;

/** Parameters that are texts. */
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

    /** The line of the check is what the user reads, where Spark would only say that the value is invalid. */
    static Param<String> checked(Params stage, String name, String doc, Check check) {
        return new Param<>(stage, name, doc, (Function1<String, Object> & Serializable) text -> {
            check.accept(text);
            return true;
        });
    }
}
