package io.plumbrank.parquet;

import java.util.List;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** The schema in a footer, which is a tree in the order of a walk, as the decoders of pages want it. */
final class Schema {
    /** No table is nested so deep, and the walk is recursive. */
    private static final int DEEPEST = 100;

    /** As many digits as the largest decimals of Parquet's writers have. */
    private static final int LARGEST_SCALE = 76;

    private final List<SchemaElement> elements;
    private int next = 1;

    private Schema(List<SchemaElement> elements) {
        this.elements = elements;
    }

    static MessageType of(List<SchemaElement> elements) {
        Schema schema = new Schema(elements);
        Types.MessageTypeBuilder root = Types.buildMessage();
        for (int i = 0; i < elements.get(0).getNum_children(); i++) {
            root.addField(schema.type(1));
        }
        return root.named(elements.get(0).getName());
    }

    private Type type(int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("columns nested deeper than " + DEEPEST + " groups");
        }
        SchemaElement element = elements.get(next++);
        if (scale(element) < 0 || scale(element) > LARGEST_SCALE) {
            throw new IllegalArgumentException("decimals of " + scale(element) + " places");
        }
        Type.Repetition repetition =
                Type.Repetition.valueOf(element.getRepetition_type().name());
        if (!element.isSetType()) {
            Types.GroupBuilder<GroupType> group = Types.buildGroup(repetition);
            for (int i = 0; i < element.getNum_children(); i++) {
                group.addField(type(depth + 1));
            }
            return group.named(element.getName());
        }
        // the decoders have another name for one of them
        PrimitiveTypeName primitive = element.getType() == org.apache.parquet.format.Type.BYTE_ARRAY
                ? PrimitiveTypeName.BINARY
                : PrimitiveTypeName.valueOf(element.getType().name());
        Types.PrimitiveBuilder<PrimitiveType> builder = Types.primitive(primitive, repetition);
        return (primitive == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
                        ? builder.length(element.getType_length())
                        : builder)
                .named(element.getName());
    }

    /** What a scalar's bits mean. */
    enum Meaning {
        NUMBER,
        TEXT,
        OTHER
    }

    static Meaning meaning(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        String converted = converted(element);
        return switch (element.getType()) {
            case FLOAT, DOUBLE, BOOLEAN -> Meaning.NUMBER;
            case INT32, INT64 ->
                (logical != null && (logical.isSetDATE() || logical.isSetTIME() || logical.isSetTIMESTAMP()))
                                || converted.matches("DATE|TIME.*")
                        ? Meaning.OTHER
                        : Meaning.NUMBER;
            case BYTE_ARRAY ->
                (logical != null && logical.isSetDECIMAL()) || converted.equals("DECIMAL")
                        ? Meaning.OTHER
                        : Meaning.TEXT;
            default -> Meaning.OTHER;
        };
    }

    /** How many of a whole number's digits stand behind the point. */
    static int scale(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        return (logical != null && logical.isSetDECIMAL())
                ? logical.getDECIMAL().getScale()
                : converted(element).equals("DECIMAL") ? element.getScale() : 0;
    }

    /** Whether a whole number has no sign. */
    static boolean isUnsigned(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        return (logical != null && logical.isSetINTEGER())
                ? !logical.getINTEGER().isIsSigned()
                : converted(element).startsWith("UINT_");
    }

    private static String converted(SchemaElement element) {
        return element.isSetConverted_type() ? element.getConverted_type().name() : "";
    }
}
