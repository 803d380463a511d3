package io.plumbrank.measure;

import java.util.Set;

/**
 * The values of all keys for one measure. Those that do not apply hold {@link #DEFAULTS}, so that equal measures are equal.
 *
 * @param maxGrade NaN where it is to be taken from the data
 * @param v NaN where it was not given
 * @param w NaN where it was not given
 */
record Settings(
        Gain gain,
        Relevance relevance,
        Ties ties,
        EmptyQuery empty,
        Denominator denominator,
        Ideal ideal,
        double maxGrade,
        PairWeight weight,
        double v,
        double w) {

    /** Our own conventions, as DESIGN.md states them. */
    static final Settings DEFAULTS = new Settings(
            Gain.EXPONENTIAL,
            Relevance.atLeast(1),
            Ties.AVERAGE,
            EmptyQuery.ZERO,
            Denominator.FULL,
            Ideal.JUDGED,
            Double.NaN,
            PairWeight.UNIT,
            Double.NaN,
            Double.NaN);

    Settings withGain(Gain value) {
        return new Settings(value, relevance, ties, empty, denominator, ideal, maxGrade, weight, v, w);
    }

    Settings withRelevance(Relevance value) {
        return new Settings(gain, value, ties, empty, denominator, ideal, maxGrade, weight, v, w);
    }

    Settings withTies(Ties value) {
        return new Settings(gain, relevance, value, empty, denominator, ideal, maxGrade, weight, v, w);
    }

    Settings withEmpty(EmptyQuery value) {
        return new Settings(gain, relevance, ties, value, denominator, ideal, maxGrade, weight, v, w);
    }

    Settings withDenominator(Denominator value) {
        return new Settings(gain, relevance, ties, empty, value, ideal, maxGrade, weight, v, w);
    }

    Settings withIdeal(Ideal value) {
        return new Settings(gain, relevance, ties, empty, denominator, value, maxGrade, weight, v, w);
    }

    Settings withMaxGrade(double value) {
        return new Settings(gain, relevance, ties, empty, denominator, ideal, value, weight, v, w);
    }

    Settings withWeight(PairWeight value) {
        return new Settings(gain, relevance, ties, empty, denominator, ideal, maxGrade, value, v, w);
    }

    Settings withV(double value) {
        return new Settings(gain, relevance, ties, empty, denominator, ideal, maxGrade, weight, value, w);
    }

    Settings withW(double value) {
        return new Settings(gain, relevance, ties, empty, denominator, ideal, maxGrade, weight, v, value);
    }

    /** Keeps the values of these keys and sets the others to {@link #DEFAULTS}. */
    Settings only(Set<Key> keys) {
        return new Settings(
                keys.contains(Key.GAIN) ? gain : DEFAULTS.gain,
                keys.contains(Key.REL) ? relevance : DEFAULTS.relevance,
                keys.contains(Key.TIES) ? ties : DEFAULTS.ties,
                keys.contains(Key.EMPTY) ? empty : DEFAULTS.empty,
                keys.contains(Key.DENOMINATOR) ? denominator : DEFAULTS.denominator,
                keys.contains(Key.IDEAL) ? ideal : DEFAULTS.ideal,
                keys.contains(Key.MAX) ? maxGrade : DEFAULTS.maxGrade,
                keys.contains(Key.WEIGHT) ? weight : DEFAULTS.weight,
                keys.contains(Key.V) ? v : DEFAULTS.v,
                keys.contains(Key.W) ? w : DEFAULTS.w);
    }

    /** The value of a key as measure text. */
    String text(Key key) {
        return switch (key) {
            case V -> Numbers.text(v);
            case W -> Numbers.text(w);
            case WEIGHT -> weight.text();
            case MAX -> Double.isNaN(maxGrade) ? "data" : Numbers.text(maxGrade);
            case GAIN -> gain.text();
            case REL -> relevance.text();
            case TIES -> ties.text();
            case EMPTY -> empty.text();
            case DENOMINATOR -> denominator.text();
            case IDEAL -> ideal.text();
        };
    }
}
