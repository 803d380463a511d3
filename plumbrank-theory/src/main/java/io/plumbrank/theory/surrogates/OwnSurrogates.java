package io.plumbrank.theory.surrogates;

import io.plumbrank.theory.OwnSurrogate;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Loads classes that implement {@link OwnSurrogate}, and tests them before they are trusted. */
public final class OwnSurrogates {
    /** Scores are tried up to this size, so that differences reach 20. */
    private static final double REACH = 10;

    private static final int POINTS = 400;
    private static final double STEP = 1e-6;
    private static final double TOLERANCE = 1e-5;

    private OwnSurrogates() {}

    /** @throws IllegalArgumentException if there is no such class, or it cannot be one; the message is one line */
    public static OwnSurrogate load(String className, ClassLoader loader) {
        try {
            Class<?> found = Class.forName(className, true, loader);
            if (!OwnSurrogate.class.isAssignableFrom(found)) {
                throw fault(className, "does not implement " + OwnSurrogate.class.getName());
            }
            if (found.isInterface() || Modifier.isAbstract(found.getModifiers())) {
                throw fault(className, "is abstract: give a class of which there can be an instance");
            }
            Constructor<?> constructor = found.getConstructor();
            if (!Modifier.isPublic(found.getModifiers())) {
                throw fault(className, "is not public");
            }
            return (OwnSurrogate) constructor.newInstance();
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "there is no class '" + className + "' on the class path; give its full name, and where it is", e);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(
                    "class '" + className + "' has no public constructor without parameters", e);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(
                    "the constructor of class '" + className + "' failed: " + oneLine(e.getCause()), e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException("class '" + className + "' cannot be loaded: " + oneLine(e), e);
        }
    }

    private static IllegalArgumentException fault(String className, String what) {
        return new IllegalArgumentException("class '" + className + "' " + what);
    }

    private static String oneLine(@Nullable Throwable e) {
        String first = String.valueOf(e).lines().findFirst().orElse("");
        return first.strip();
    }

    /**
     * Whether it changes not when all scores grow by the same; by trial at random points, which also tell whether it is convex and
     * its gradient is right.
     *
     * @param labels as it sees them
     * @throws IllegalArgumentException if not, or if it is not finite; the message is one line
     */
    static boolean requireConvex(String text, OwnSurrogate surrogate, List<double[]> labels, int items) {
        Random random = new Random(1);
        boolean shiftless = true;
        for (int k = 0; k < POINTS; k++) {
            double[] label = labels.get(random.nextInt(labels.size()));
            double reach = k % 2 == 0 ? REACH : 1;
            double[] here = random.doubles(items, -reach, reach).toArray();
            double[] there = random.doubles(items, -reach, reach).toArray();
            double[] gradient = new double[items];
            double value = value(text, surrogate, here, label, gradient);
            requireGradient(text, surrogate, here, label, there, gradient, value);
            double along = 0;
            for (int i = 0; i < items; i++) {
                along += gradient[i] * (there[i] - here[i]);
            }
            double other = value(text, surrogate, there, label, new double[items]);
            if (other < value + along - TOLERANCE * (Math.abs(value) + Math.abs(other) + Math.abs(along))) {
                throw new IllegalArgumentException("surrogate '" + text + "' must be convex in the scores: at "
                        + shown(there) + " it lies below its tangent at " + shown(here));
            }
            double sum = Arrays.stream(gradient).sum();
            double size = Arrays.stream(gradient).map(Math::abs).sum();
            shiftless &= Math.abs(sum) <= 1e-9 * size;
        }
        return shiftless;
    }

    /** Between the slopes to both sides, which differ at a kink. */
    private static void requireGradient(
            String text,
            OwnSurrogate surrogate,
            double[] here,
            double[] label,
            double[] towards,
            double[] gradient,
            double value) {
        double[] ahead = here.clone();
        double[] behind = here.clone();
        double slope = 0;
        double size = 0;
        for (int i = 0; i < here.length; i++) {
            double way = towards[i] / REACH;
            ahead[i] += STEP * way;
            behind[i] -= STEP * way;
            slope += gradient[i] * way;
            size += Math.abs(gradient[i] * way);
        }
        double[] ignored = new double[here.length];
        double forward = (value(text, surrogate, ahead, label, ignored) - value) / STEP;
        double backward = (value - value(text, surrogate, behind, label, ignored)) / STEP;
        double slack = TOLERANCE * (size + Math.abs(forward) + 1e-3) + 1e-14 * Math.abs(value) / STEP;
        if (slope < Math.min(forward, backward) - slack || slope > Math.max(forward, backward) + slack) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the gradient of surrogate '%s' is not that of its values: at scores %s the slope along %s is"
                            + " %.6g, and the gradient says %.6g",
                    text,
                    shown(here),
                    shown(towards),
                    REACH * (forward + backward) / 2,
                    REACH * slope));
        }
    }

    /** ψ and its gradient, both finite; what it is given is a copy. */
    static double value(String text, OwnSurrogate surrogate, double[] scores, double[] label, double[] gradient) {
        double value;
        Arrays.fill(gradient, Double.NaN);
        try {
            value = surrogate.gradientInto(scores.clone(), label.clone(), gradient);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "surrogate '" + text + "' failed at scores " + shown(scores) + ": " + oneLine(e), e);
        }
        double worst = value;
        for (double slope : gradient) {
            worst = Double.isFinite(worst) ? slope : worst;
        }
        if (!Double.isFinite(worst)) {
            throw new IllegalArgumentException(
                    "surrogate '" + text + "' and its gradient must be finite, and at scores " + shown(scores) + " "
                            + (Double.isFinite(value) ? "an entry of the gradient" : "it") + " is " + worst);
        }
        return value;
    }

    private static String shown(double[] scores) {
        return Arrays.stream(scores)
                .mapToObj(s -> String.format(Locale.ROOT, "%.3g", s))
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
