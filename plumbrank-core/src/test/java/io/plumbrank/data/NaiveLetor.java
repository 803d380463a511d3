package io.plumbrank.data;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads LETOR text as one would without a thought for speed: strings, maps and the JDK's number parsers. */
final class NaiveLetor {
    private NaiveLetor() {}

    /** The snapshots of the queries, in order of first appearance, where what is left out is 0. */
    static List<String> snapshots(String text) {
        return snapshots(text, Absent.ZERO);
    }

    static List<String> snapshots(String text, Absent absent) {
        Map<String, StringBuilder> queries = new LinkedHashMap<>();
        for (String line : text.replaceFirst("^\uFEFF", "")
                .replace('\r', ' ')
                .replace('\t', ' ')
                .split("\n", -1)) {
            String[] halves = line.split("#", 2);
            String[] tokens = halves[0].replaceFirst("^ +", "").split(" +", 0);
            if (tokens[0].isEmpty()) {
                continue;
            }
            String id = tokens[1].substring("qid:".length());
            Map<Integer, Float> features = new TreeMap<>();
            for (int i = 2; i < tokens.length; i++) {
                String[] feature = tokens[i].split(":", 2);
                float value = Float.parseFloat(feature[1]);
                if (absent == Absent.MISSING || value != 0) {
                    features.put(Integer.parseInt(feature[0]), value);
                }
            }
            StringBuilder query = queries.computeIfAbsent(id, name -> new StringBuilder(name + " weight 1.0"));
            query.append("\n  ").append(halves.length == 2 ? item(halves[1].replaceFirst("^ +", "")) : "-");
            query.append(' ').append(Long.toHexString(Double.doubleToRawLongBits(Double.parseDouble(tokens[0]))));
            features.forEach((number, value) -> query.append(' ')
                    .append(number)
                    .append(':')
                    .append(Integer.toHexString(Float.floatToRawIntBits(value))));
        }
        return queries.values().stream().map(StringBuilder::toString).toList();
    }

    private static String item(String comment) {
        String rest = comment.replaceFirst("^docid *= *", "");
        String word = rest.split(" +", 2)[0];
        return word.isEmpty() ? "-" : word;
    }
}
