package io.plumbrank.target.classes;

import io.plumbrank.target.LossMatrix;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A rooted tree from its text. Nodes are numbered in the order of the text, so a parent comes before its children. */
final class NewickTree {
    private static final String SPECIAL = "(),:;'";

    /** The parent of each node; node 0 is the root and has −1. */
    final int[] parents;
    /** The length of the edge above each node. */
    final double[] lengths;
    /** The nodes that are leaves, in order. */
    final int[] leaves;

    final List<String> names;

    private NewickTree(Parser parsed) {
        this.parents = parsed.parents.stream().mapToInt(Integer::intValue).toArray();
        this.lengths = parsed.lengths.stream().mapToDouble(Double::doubleValue).toArray();
        this.leaves = parsed.leaves.stream().mapToInt(Integer::intValue).toArray();
        this.names = List.copyOf(parsed.names);
    }

    static NewickTree parse(String text) {
        return new NewickTree(new Parser(text).parse());
    }

    /** Without recursion, so that a deep tree does not exhaust the stack. */
    private static final class Parser {
        private final String text;
        private int at;
        private final List<Integer> parents = new ArrayList<>();
        private final List<Double> lengths = new ArrayList<>();
        private final List<Integer> leaves = new ArrayList<>();
        private final List<String> names = new ArrayList<>();
        private final Set<String> seen = new HashSet<>();

        Parser(String text) {
            this.text = text;
        }

        Parser parse() {
            int open = -1;
            boolean memberExpected = true;
            while (memberExpected || open >= 0) {
                if (memberExpected && take('(')) {
                    open = addNode(open);
                } else if (memberExpected) {
                    addLeaf(open);
                    memberExpected = false;
                } else if (take(',')) {
                    memberExpected = true;
                } else if (take(')')) {
                    name();
                    lengths.set(open, length());
                    open = parents.get(open);
                } else {
                    throw fault("',' or ')'");
                }
            }
            take(';');
            if (peek() != 0) {
                throw fault("the end");
            }
            return this;
        }

        private int addNode(int parent) {
            parents.add(parent);
            lengths.add(1.0);
            return parents.size() - 1;
        }

        private void addLeaf(int parent) {
            String name = name();
            if (name.isEmpty()) {
                throw fault(parent < 0 ? "'('" : "the name of a class or '('");
            }
            if (!seen.add(name)) {
                throw new IllegalArgumentException("tree: two classes are called '" + name + "'");
            }
            int node = addNode(parent);
            leaves.add(node);
            names.add(name);
            lengths.set(node, length());
        }

        private String name() {
            peek();
            if (take('\'')) {
                int end = text.indexOf('\'', at);
                if (end < 0) {
                    throw fault("a name that ends in a quote");
                }
                String name = text.substring(at, end);
                at = end + 1;
                return name;
            }
            return plain();
        }

        private double length() {
            if (!take(':')) {
                return 1;
            }
            peek();
            int start = at;
            String number = plain();
            try {
                double length = Double.parseDouble(number);
                if (length >= 0 && length <= LossMatrix.LARGEST) {
                    return length;
                }
            } catch (NumberFormatException e) {
                // Falls through to the same complaint as a negative length.
            }
            at = start;
            throw fault("the length of an edge, a number of at least 0");
        }

        private String plain() {
            int start = at;
            while (at < text.length() && SPECIAL.indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(start, at).strip();
        }

        private boolean take(char c) {
            boolean found = peek() == c;
            at += found ? 1 : 0;
            return found;
        }

        /** The next character that is not white space, or 0 at the end. */
        private char peek() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at < text.length() ? text.charAt(at) : 0;
        }

        private IllegalArgumentException fault(String expected) {
            String rest =
                    at < text.length() ? "'" + text.substring(at, Math.min(text.length(), at + 20)) + "'" : "the end";
            return new IllegalArgumentException(
                    "tree: found " + rest + " at character " + (at + 1) + ", expected " + expected);
        }
    }
}
