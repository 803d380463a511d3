package io.plumbrank.target;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * regret_ℓ ≤ D · sqrt(surrogate regret) + slack: how far the expected loss is from the best possible one when the
 * surrogate risk is not yet at its minimum. A slack above zero is the price of an inexact loss, 2ε (see
 * {@code Factorization.truncate}).
 *
 * @param constant D
 * @param slack what remains when the surrogate's regret is zero; 0 for an exact construction
 * @param dividedBy a probability, in words, by which the surrogate's regret is to be divided under the root; empty where there is none
 * @param where for which instances and for which form of the surrogate, in words that follow a comma; empty where there is
 *     nothing to tell
 */
public record RegretBound(double constant, double slack, String dividedBy, String where) {
    public RegretBound {
        if (!(constant >= 0 && constant < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("constant must be finite and not negative, got " + constant);
        }
        if (!(slack >= 0 && slack < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("slack must be finite and not negative, got " + slack);
        }
    }

    public RegretBound(double constant, double slack) {
        this(constant, slack, "", "");
    }

    public RegretBound(double constant) {
        this(constant, 0);
    }

    /** The same with so many times the constant. */
    public RegretBound times(double factor) {
        return new RegretBound(constant * factor, slack, dividedBy, where);
    }

    /** The same for certain instances, or a certain form of the surrogate, beside what is said already. */
    public RegretBound where(String words) {
        return new RegretBound(constant, slack, dividedBy, where.isEmpty() ? words : words + ", and " + where);
    }

    /** The same for a surrogate's regret that is to be divided by a probability. */
    public RegretBound dividedBy(String probability) {
        return new RegretBound(constant, slack, probability, where);
    }

    /** The bound as a formula, without {@code where}. */
    public String words() {
        return String.format(
                        Locale.ROOT,
                        "regret ≤ %.4g · √(surrogate regret%s)",
                        constant,
                        dividedBy.isEmpty() ? "" : " / p")
                + (slack > 0 ? String.format(Locale.ROOT, " + %.4g", slack) : "")
                + (dividedBy.isEmpty() ? "" : ", p " + dividedBy);
    }

    /** The bound for scripts, by the names of JSON: all numbers and words that it takes to compute it. */
    public static Map<String, Object> facts(@Nullable RegretBound bound) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("regretConstant", bound == null ? Double.NaN : bound.constant);
        if (bound != null) {
            facts.put("slack", bound.slack);
            if (!bound.dividedBy.isEmpty()) {
                facts.put("regretDividedBy", bound.dividedBy);
            }
            if (!bound.where.isEmpty()) {
                facts.put("regretWhere", bound.where);
            }
        }
        return facts;
    }

    /**
     * The largest regret, where nothing is divided.
     *
     * @throws IllegalArgumentException if the regret is negative or NaN
     */
    public double at(double surrogateRegret) {
        if (!(surrogateRegret >= 0)) {
            throw new IllegalArgumentException("a regret is not negative, got " + surrogateRegret);
        }
        return constant * Math.sqrt(surrogateRegret) + slack;
    }
}
