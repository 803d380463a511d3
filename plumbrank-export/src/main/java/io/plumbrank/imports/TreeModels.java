package io.plumbrank.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.JsonDocument;
import java.io.IOException;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/**
 * Reads tree ensembles that other tools wrote. What a file is shows in its first bytes; its name says nothing.
 *
 * <ul>
 *   <li>XGBoost, JSON and UBJSON, boosters gbtree and dart, numeric splits. The score is the margin, before the objective's
 *       transformation, over all rounds; the transformations are increasing, so rankings are the same.
 *   <li>RankLib's LambdaMART, MART and random forests, as it saves them. A missing value counts as 0, as there. A forest is the
 *       mean of its bags, here up to the rounding of floats.
 * </ul>
 *
 * <p>Feature j of LETOR text is x[j] in both; RankLib's features begin at 1, so that x[0] does not matter there.
 */
public final class TreeModels {
    private TreeModels() {}

    /**
     * A model from the bytes of its file.
     *
     * @param name the file, for messages
     * @throws InputException if the file is damaged, or holds a model that is not of the kinds above
     */
    public static TreeEnsemble parse(byte[] content, String name) {
        return parseNamed(content, name).ensemble();
    }

    /**
     * An ensemble and what its features are called.
     *
     * @param names in order, empty where the file does not tell
     */
    public record Named(TreeEnsemble ensemble, List<String> names) {
        public Named {
            names = List.copyOf(names);
        }
    }

    /**
     * A model with the names of its features.
     *
     * @throws InputException as {@link #parse}
     */
    public static Named parseNamed(byte[] content, String name) {
        String whole = "a whole file: save or copy the model again";
        try {
            return switch (format(content)) {
                case JSON -> XgboostModel.read(Fields.root(JsonDocument.readFloats(content)));
                case UBJSON -> XgboostModel.read(Fields.root(UbjsonDocument.read(content)));
                case RANKLIB -> new Named(RankLibModel.read(content), List.of());
                case NONE ->
                    throw new ModelFault(
                            content.length == 0 ? "an empty file" : "bytes of no known format",
                            "a model that XGBoost saved as JSON or UBJSON, or RankLib's text");
            };
        } catch (ModelFault e) {
            throw new InputException(name, 0, e.found(), e.expected(), e);
        } catch (JsonProcessingException e) {
            long line =
                    e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
            throw new InputException(name, line, "incomplete or damaged JSON", whole, e);
        } catch (XMLStreamException e) {
            long line =
                    e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNumber());
            throw new InputException(name, line, "text that is no whole XML", whole, e);
        } catch (IllegalArgumentException e) {
            throw new InputException(name, 0, "a damaged model (" + e.getMessage() + ")", whole, e);
        } catch (IOException e) {
            throw new InputException(name, 0, "an input/output error (" + e.getMessage() + ")", whole, e);
        }
    }

    /** Whether a file begins as RankLib's do. */
    public static boolean isRankLib(byte[] content) {
        return format(content) == Format.RANKLIB;
    }

    /** Whether a file begins as UBJSON does. */
    public static boolean isUbjson(byte[] content) {
        return format(content) == Format.UBJSON;
    }

    private enum Format {
        JSON,
        UBJSON,
        RANKLIB,
        NONE
    }

    private static Format format(byte[] content) {
        int at = 0;
        while (at < content.length && " \t\r\n".indexOf(content[at]) >= 0) {
            at++;
        }
        if (at == content.length) {
            return Format.NONE;
        }
        return switch (content[at]) {
            // the length of the first name follows in UBJSON, and never in JSON
            case '{' ->
                at + 1 < content.length && "iUIlL$#N".indexOf(content[at + 1]) >= 0 ? Format.UBJSON : Format.JSON;
            case '#', '<' -> Format.RANKLIB;
            default -> Format.NONE;
        };
    }
}
