package io.plumbrank.data;

import io.plumbrank.data.rows.FeatureMatrix;
import java.util.Arrays;
import java.util.Locale;

/**
 * What a feature is that a row does not name. SVMrank, liblinear, RankLib, LightGBM and scikit-learn read it as zero. Other programs,
 * XGBoost among them, leave out what is not known.
 */
public enum Absent {
    /** The value 0. */
    ZERO(0),
    /** A missing value. */
    MISSING(Float.NaN);

    private final float value;

    Absent(float value) {
        this.value = value;
    }

    /** 0, or NaN. */
    public float value() {
        return value;
    }

    /** Whether a value is what a feature is that nobody names. −0 is 0. */
    public boolean is(float x) {
        return FeatureMatrix.isAbsent(x, value);
    }

    /** Which it is by its value. */
    static Absent of(float value) {
        return value == 0 ? ZERO : MISSING;
    }

    /**
     * Which it is by its word.
     *
     * @throws IllegalArgumentException if it is neither zero nor missing
     */
    public static Absent named(String word) {
        return Arrays.stream(values())
                .filter(absent -> absent.text().equals(word.strip().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("absent features are zero or missing, not '" + word + "'"));
    }

    /** The word of the command line and of model files. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
