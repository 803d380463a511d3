package io.plumbrank.imports;

import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.util.InputException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Makes an ensemble of what RankLib saves: lines that begin with ##, then an {@code <ensemble>} of weighted trees, or many
 * for a random forest. RankLib goes left where x ≤ threshold, which for floats is x &lt; the next float above it.
 */
final class RankLibModel {
    private static final String FOREST = "Random Forests";
    private static final Set<String> RANKERS = Set.of("LambdaMART", "MART", FOREST);
    private static final int DEEPEST = 1000;
    /** Java would also take hexadecimal digits and a letter behind them. */
    private static final Pattern DECIMAL = Pattern.compile("[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?");

    private final XMLStreamReader xml;
    private final boolean forest;
    private final List<List<TreeEnsemble.Member>> bags = new ArrayList<>();

    private RankLibModel(XMLStreamReader xml, boolean forest) {
        this.xml = xml;
        this.forest = forest;
    }

    static TreeEnsemble read(byte[] content) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        // a forest has many roots; one around them keeps the lines as they are. Decoded here, since the parser prints
        // bytes
        // that are no UTF-8
        String text = "<model>" + new String(withoutHeader(content), StandardCharsets.UTF_8) + "</model>";
        boolean forest =
                new String(content, StandardCharsets.ISO_8859_1).stripLeading().startsWith("## " + FOREST);
        RankLibModel model = new RankLibModel(factory.createXMLStreamReader(new StringReader(text)), forest);
        return model.ensemble();
    }

    /** Blanks the lines that begin with ##; the first of them names the ranker. */
    private static byte[] withoutHeader(byte[] content) {
        byte[] text = content.clone();
        boolean named = false;
        for (int at = 0; at < text.length; at++) {
            if (text[at] == '#') {
                int end = at;
                while (end < text.length && text[end] != '\n') {
                    end++;
                }
                if (!named) {
                    requireTrees(new String(content, at, end - at, StandardCharsets.UTF_8));
                    named = true;
                }
                for (; at < end; at++) {
                    text[at] = ' ';
                }
            } else if (text[at] == '<') {
                break;
            }
        }
        return text;
    }

    private static void requireTrees(String line) {
        String ranker = line.replace("#", "").strip();
        if (!RANKERS.contains(ranker)) {
            throw new ModelFault(
                    "RankLib's model " + InputException.quote(ranker), "LambdaMART, MART or Random Forests");
        }
    }

    private TreeEnsemble ensemble() throws XMLStreamException {
        xml.nextTag();
        while (startsNext()) {
            require("ensemble");
            List<TreeEnsemble.Member> bag = new ArrayList<>();
            while (startsNext()) {
                require("tree");
                float weight = number(xml.getAttributeValue(null, "weight"));
                if (!startsNext()) {
                    throw wrong("a tree without a split");
                }
                bag.add(new TreeEnsemble.Member(0, weight, new TreeReader().read()));
                xml.nextTag();
            }
            bags.add(bag);
            if (bags.size() > 1 && !forest) {
                throw wrong("a second <ensemble>, which only Random Forests have,");
            }
        }
        if (bags.isEmpty()) {
            throw new IllegalArgumentException("no <ensemble>");
        }
        List<TreeEnsemble.Member> members = new ArrayList<>();
        int inputs = 0;
        for (List<TreeEnsemble.Member> bag : bags) {
            for (TreeEnsemble.Member member : bag) {
                inputs = Math.max(inputs, member.tree().largestFeature() + 1);
                members.add(new TreeEnsemble.Member(0, member.weight() / bags.size(), member.tree()));
            }
        }
        return TreeEnsemble.of(inputs, new float[1], members);
    }

    /** Goes on to the next tag: whether it opens an element, or else closes the one around it. */
    private boolean startsNext() throws XMLStreamException {
        return xml.nextTag() == XMLStreamReader.START_ELEMENT;
    }

    private void require(String element) {
        if (!xml.getLocalName().equals(element)) {
            throw wrong("<" + xml.getLocalName() + "> instead of <" + element + ">");
        }
    }

    private float number(@Nullable String text) {
        String digits = Objects.requireNonNullElse(text, "").strip();
        if (DECIMAL.matcher(digits).matches() && Float.isFinite(Float.parseFloat(digits))) {
            return Float.parseFloat(digits);
        }
        throw wrong("no number in <" + xml.getLocalName() + ">");
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(
                what + " at line " + xml.getLocation().getLineNumber());
    }

    /** The splits of one tree, numbered as they come. */
    private final class TreeReader {
        private final List<int[]> children = new ArrayList<>();
        private final List<Integer> features = new ArrayList<>();
        private final List<Float> numbers = new ArrayList<>();

        /** Reads from within {@code <tree>}, at its {@code <split>}, to the end of that. */
        RegressionTree read() throws XMLStreamException {
            split(0);
            int[] order = TreeLinks.breadthFirst(
                    features.size(), node -> children.get(node)[0], node -> children.get(node)[1]);
            int[] orderedFeatures = new int[order.length];
            float[] orderedNumbers = new float[order.length];
            boolean[] missingLeft = new boolean[order.length];
            for (int node = 0; node < order.length; node++) {
                orderedFeatures[node] = features.get(order[node]);
                float number = numbers.get(order[node]);
                boolean leaf = orderedFeatures[node] == RegressionTree.LEAF;
                orderedNumbers[node] = leaf ? number : Math.nextUp(number);
                missingLeft[node] = !leaf && 0 <= number;
            }
            return RegressionTree.of(orderedFeatures, orderedNumbers, missingLeft);
        }

        private int split(int depth) throws XMLStreamException {
            require("split");
            if (depth > DEEPEST) {
                throw wrong("more than " + DEEPEST + " splits within each other");
            }
            int node = features.size();
            int[] sides = {-1, -1};
            children.add(sides);
            features.add(RegressionTree.LEAF);
            numbers.add(Float.NaN);
            while (startsNext()) {
                switch (xml.getLocalName()) {
                    case "feature" -> {
                        requireFirst(features.get(node) == RegressionTree.LEAF);
                        features.set(node, feature());
                    }
                    case "threshold", "output" -> {
                        requireFirst(Float.isNaN(numbers.get(node)));
                        numbers.set(node, number(xml.getElementText()));
                    }
                    case "split" -> {
                        int side = side();
                        requireFirst(sides[side] < 0);
                        sides[side] = split(depth + 1);
                    }
                    default -> throw wrong("<" + xml.getLocalName() + "> within <split>");
                }
            }
            boolean leaf = features.get(node) == RegressionTree.LEAF;
            if (leaf != (sides[0] < 0) || leaf != (sides[1] < 0)) {
                throw wrong("a <split> without its feature or a side");
            }
            return node;
        }

        private void requireFirst(boolean first) {
            if (!first) {
                throw wrong("<" + xml.getLocalName() + "> for the second time in a <split>");
            }
        }

        private int side() {
            String side = xml.getAttributeValue(null, "pos");
            if (!"left".equals(side) && !"right".equals(side)) {
                throw wrong("a <split> whose pos is neither left nor right");
            }
            return side.equals("right") ? 1 : 0;
        }

        private int feature() throws XMLStreamException {
            String text = xml.getElementText().strip();
            try {
                int feature = Integer.parseInt(text);
                if (feature >= 1) {
                    return feature;
                }
            } catch (NumberFormatException e) {
                throw wrong("no feature in <feature>");
            }
            throw wrong("a feature below 1");
        }
    }
}
