package org.example.extend;

import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.export.Exported;
import io.plumbrank.export.Replay;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.features.MappedScorer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The score of a row as one SQL expression, for {@code SELECT … ORDER BY (…) DESC}. It holds linear models, trees and {@link Splines};
 * columns have the names of features, and NULL is a missing value.
 */
public final class SqlFormat implements ExportFormat {
    @Override
    public String name() {
        return "sql";
    }

    @Override
    public Exported write(Exportable model, String fileName) {
        model.requireOneScore(name());
        String facts = model.facts().entrySet().stream()
                .map(fact -> "-- " + fact.getKey() + ": " + fact.getValue().replaceAll("\\R", " ") + "\n")
                .collect(Collectors.joining());
        String score;
        if (model.scorer() instanceof LinearScorer linear) {
            score = linear(linear, model);
        } else if (model.scorer() instanceof MappedScorer mapped && mapped.map() instanceof Splines splines) {
            score = splines(splines, mapped, model);
        } else {
            score = model.trees(new Case(model))
                    .map(trees -> String.join("\n  + ", trees))
                    .orElseThrow(() -> model.refused(model.words(), "a linear model, trees or splines for sql"));
        }
        return Exported.of(
                (facts + score + "\n").getBytes(StandardCharsets.UTF_8),
                List.of("the expression reads columns by the names of the features; NULL is a missing value"));
    }

    private static String linear(LinearScorer linear, Exportable model) {
        StringBuilder sql = new StringBuilder(number(linear.intercepts()[0]));
        for (int j = 0; j < model.inputs(); j++) {
            float from = linear.reference()[j];
            addLine(linear.weight(0, j), column(model, j, from), from, sql);
        }
        return sql.toString();
    }

    private static String splines(Splines splines, MappedScorer scorer, Exportable model) {
        StringBuilder sql = new StringBuilder(number(scorer.intercepts()[0]));
        double[] weights = scorer.weights()[0];
        int term = 0;
        for (int j = 0; j < splines.reference().inputs(); j++) {
            float from = splines.reference().value(j);
            String column = column(model, j, from);
            addLine(weights[term++], column, from, sql);
            for (double knot : splines.knots(j)) {
                String hinge = "GREATEST(" + column + " - " + number(knot) + ", 0E0)";
                addLine(weights[term++], hinge, Math.max(0, from - knot), sql);
            }
        }
        return sql.toString();
    }

    /** A tree as nested cases. */
    private record Case(Exportable model) implements Exportable.TreeBuilder<String> {
        @Override
        public String leaf(double value) {
            return number(value);
        }

        @Override
        public String split(int feature, float threshold, String below, String others, boolean missingBelow) {
            String column = name(model, feature);
            // features are floats, so that those below a threshold are those up to the float before it, which is finite
            return "CASE WHEN " + column + " <= " + number(Math.nextDown(threshold + 0f))
                    + (missingBelow ? " OR " + column + " IS NULL" : "")
                    + " THEN " + below + " ELSE " + others + " END";
        }
    }

    private static void addLine(double weight, String value, double less, StringBuilder sql) {
        if (weight != 0) {
            sql.append("\n  + " + number(weight) + " * (" + value + " - " + number(less) + ")");
        }
    }

    private static String column(Exportable model, int feature, float missing) {
        return "COALESCE(" + name(model, feature) + ", " + number(missing) + ")";
    }

    private static String name(Exportable model, int feature) {
        return '"' + model.engineName(feature).replace("\"", "\"\"") + '"';
    }

    /** With an exponent, so that databases take it as double precision and not as a decimal. */
    private static String number(double value) {
        String text = Double.toString(value);
        return text.contains("E") ? text : text + "E0";
    }

    @Override
    public Replay replay(Exported files, Exportable model) {
        Map<String, Integer> columns = new HashMap<>();
        for (int feature = 0; feature < model.inputs(); feature++) {
            columns.put(model.engineName(feature), feature);
        }
        Expression score = new Parser(new String(files.content(), StandardCharsets.UTF_8), columns).whole();
        return (x, u) -> u[0] = score.of(x);
    }

    /** An expression as a database would evaluate it; NaN is NULL. */
    @FunctionalInterface
    private interface Expression {
        double of(float[] row);
    }

    /** Reads what is written above, and knows nothing of models. */
    private static final class Parser {
        private static final Pattern TOKEN =
                Pattern.compile("\\s+|--[^\\n]*|\"((?:[^\"]|\"\")*)\"|-?[0-9][0-9.]*(?:E-?[0-9]+)?|[A-Z]+|<=|[-+*(),]");

        private final List<String> tokens = new ArrayList<>();
        private final Map<String, Integer> columns;
        private int next;

        Parser(String sql, Map<String, Integer> columns) {
            this.columns = columns;
            Matcher matcher = TOKEN.matcher(sql);
            int end = 0;
            while (matcher.find() && matcher.start() == end) {
                end = matcher.end();
                if (!matcher.group().isBlank() && !matcher.group().startsWith("--")) {
                    tokens.add(matcher.group());
                }
            }
            if (end < sql.length()) {
                throw new IllegalArgumentException("no SQL at character " + end);
            }
        }

        Expression whole() {
            Expression all = sum();
            if (next < tokens.size()) {
                throw new IllegalArgumentException("nothing may follow the expression, found " + tokens.get(next));
            }
            return all;
        }

        private Expression sum() {
            List<Expression> plus = new ArrayList<>(List.of(product()));
            while (next < tokens.size() && (sees("+") || sees("-"))) {
                boolean less = tokens.get(next++).equals("-");
                Expression term = product();
                plus.add(less ? row -> -term.of(row) : term);
            }
            return row -> {
                double total = 0;
                for (Expression term : plus) {
                    total += term.of(row);
                }
                return total;
            };
        }

        private Expression product() {
            Expression total = factor();
            while (next < tokens.size() && sees("*")) {
                next++;
                Expression before = total;
                Expression other = factor();
                total = row -> before.of(row) * other.of(row);
            }
            return total;
        }

        private Expression factor() {
            String token = tokens.get(next++);
            if (token.equals("(")) {
                Expression inner = sum();
                take(")");
                return inner;
            }
            if (token.equals("COALESCE") || token.equals("GREATEST")) {
                take("(");
                Expression one = sum();
                take(",");
                Expression other = sum();
                take(")");
                return token.equals("GREATEST")
                        ? row -> Math.max(one.of(row), other.of(row))
                        : row -> Double.isNaN(one.of(row)) ? other.of(row) : one.of(row);
            }
            if (token.equals("CASE")) {
                return branches();
            }
            if (token.startsWith("\"")) {
                int column = columns.get(token.substring(1, token.length() - 1).replace("\"\"", "\""));
                return row -> row[column];
            }
            double number = Double.parseDouble(token);
            return row -> number;
        }

        /** {@code WHEN column <= number [OR column IS NULL] THEN one ELSE other END}. */
        private Expression branches() {
            take("WHEN");
            Expression column = factor();
            take("<=");
            Expression threshold = factor();
            boolean missing = sees("OR");
            if (missing) {
                next++;
                factor();
                take("IS");
                take("NULL");
            }
            take("THEN");
            Expression below = sum();
            take("ELSE");
            Expression others = sum();
            take("END");
            return row -> {
                double value = column.of(row);
                return value <= threshold.of(row) || (missing && Double.isNaN(value)) ? below.of(row) : others.of(row);
            };
        }

        private boolean sees(String token) {
            return tokens.get(next).equals(token);
        }

        private void take(String token) {
            if (!tokens.get(next++).equals(token)) {
                throw new IllegalArgumentException("expected " + token);
            }
        }
    }
}
