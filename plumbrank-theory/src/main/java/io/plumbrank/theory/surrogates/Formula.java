package io.plumbrank.theory.surrogates;

import java.util.Locale;
import java.util.function.BinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * A function of one variable z as people write it, with its derivative by forward differentiation: numbers, z, e and pi, the operators
 * {@code + − * / ^}, brackets, and exp, log, log1p, sqrt, abs, max and min. Nothing else is read, so a text can do no harm. Immutable.
 *
 * <pre>{@code
 * Formula.parse("log(1 + exp(-z))").slope(0); // −½
 * }</pre>
 */
public final class Formula {
    private final String text;
    private final Node root;

    private Formula(String text, Node root) {
        this.text = text;
        this.root = root;
    }

    /** A value and its derivative. */
    private record Dual(double value, double slope) {}

    @FunctionalInterface
    private interface Node {
        Dual at(Dual z);
    }

    /** @throws IllegalArgumentException if it is none; the message is one line and says where */
    public static Formula parse(String text) {
        Parser parser = new Parser(text);
        Node root = parser.sum();
        parser.require(parser.at == text.length(), "the end");
        return new Formula(text.strip(), root);
    }

    public double value(double z) {
        return root.at(new Dual(z, 1)).value;
    }

    /** Its derivative; at a kink that of one side. */
    public double slope(double z) {
        return root.at(new Dual(z, 1)).slope;
    }

    @Override
    public String toString() {
        return text;
    }

    private static final class Parser {
        private static final int DEEPEST = 100;

        private final String text;
        private int at;
        private int depth;

        Parser(String text) {
            this.text = text;
        }

        private void require(boolean holds, String expected) {
            if (!holds) {
                throw new IllegalArgumentException("the formula '" + text + "' has "
                        + (at < text.length() ? "'" + text.charAt(at) + "' at place " + (at + 1) : "an end")
                        + " where " + expected + " was expected");
            }
        }

        private boolean takes(char c) {
            skip();
            if (at < text.length() && text.charAt(at) == c) {
                at++;
                skip();
                return true;
            }
            return false;
        }

        private void skip() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        Node sum() {
            require(++depth <= DEEPEST, "fewer brackets within each other");
            Node left = product();
            while (true) {
                if (takes('+')) {
                    left = of(left, product(), (a, b) -> new Dual(a.value + b.value, a.slope + b.slope));
                } else if (takes('-')) {
                    left = of(left, product(), (a, b) -> new Dual(a.value - b.value, a.slope - b.slope));
                } else {
                    depth--;
                    return left;
                }
            }
        }

        private static Node of(Node left, Node right, BinaryOperator<Dual> operator) {
            return z -> operator.apply(left.at(z), right.at(z));
        }

        private Node product() {
            Node left = signed();
            while (true) {
                if (takes('*')) {
                    left = of(
                            left,
                            signed(),
                            (a, b) -> new Dual(a.value * b.value, a.slope * b.value + a.value * b.slope));
                } else if (takes('/')) {
                    left = of(
                            left,
                            signed(),
                            (a, b) -> new Dual(
                                    a.value / b.value, (a.slope * b.value - a.value * b.slope) / (b.value * b.value)));
                } else {
                    return left;
                }
            }
        }

        /** −z^2 is −(z^2). */
        private Node signed() {
            if (takes('-')) {
                require(++depth <= DEEPEST, "fewer signs");
                Node of = signed();
                depth--;
                return of(of, x -> -x, x -> -1);
            }
            return power();
        }

        private Node power() {
            Node base = atom();
            if (!takes('^')) {
                return base;
            }
            boolean negative = takes('-');
            double exponent = number() * (negative ? -1 : 1);
            return of(base, x -> Math.pow(x, exponent), x -> exponent * Math.pow(x, exponent - 1));
        }

        private Node atom() {
            skip();
            if (takes('(')) {
                Node inside = sum();
                require(takes(')'), "')'");
                return inside;
            }
            if (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
                double constant = number();
                return z -> new Dual(constant, 0);
            }
            int from = at;
            while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
                at++;
            }
            String word = text.substring(from, at).toLowerCase(Locale.ROOT);
            switch (word) {
                case "z", "x" -> {
                    return z -> z;
                }
                case "e" -> {
                    return z -> new Dual(Math.E, 0);
                }
                case "pi" -> {
                    return z -> new Dual(Math.PI, 0);
                }
                default -> {
                    at = from;
                    return call(word);
                }
            }
        }

        private Node call(String word) {
            boolean two = word.equals("max") || word.equals("min");
            require(
                    two || word.matches("exp|log|log1p|sqrt|abs"),
                    "a number, z, '(', or exp, log, log1p, sqrt, abs, max or min");
            at += word.length();
            require(takes('('), "'('");
            Node first = sum();
            Node second = first;
            if (two) {
                require(takes(','), "','");
                second = sum();
            }
            require(takes(')'), "')'");
            Node other = second;
            return switch (word) {
                case "exp" -> of(first, Math::exp, Math::exp);
                case "log" -> of(first, Math::log, x -> 1 / x);
                case "log1p" -> of(first, Math::log1p, x -> 1 / (1 + x));
                case "sqrt" -> of(first, Math::sqrt, x -> 0.5 / Math.sqrt(x));
                case "abs" -> of(first, Math::abs, Math::signum);
                case "max" -> of(first, other, (a, b) -> a.value >= b.value ? a : b);
                default -> of(first, other, (a, b) -> a.value <= b.value ? a : b);
            };
        }

        private static Node of(Node inner, DoubleUnaryOperator outer, DoubleUnaryOperator derivative) {
            return z -> {
                Dual a = inner.at(z);
                return new Dual(outer.applyAsDouble(a.value), derivative.applyAsDouble(a.value) * a.slope);
            };
        }

        private double number() {
            skip();
            int from = at;
            while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
                at++;
            }
            String digits = text.substring(from, at);
            if (!digits.matches("\\d+\\.?\\d*|\\.\\d+")) {
                at = from;
                require(false, "a number");
            }
            skip();
            return Double.parseDouble(digits);
        }
    }
}
