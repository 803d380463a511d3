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
    private final List<SchemaElement> elements;
    private int next = 1;

    private Schema(List<SchemaElement> elements) {
        this.elements = elements;
    }

    static MessageType of(List<SchemaElement> elements) {
        Schema schema = new Schema(elements);
        Types.MessageTypeBuilder root = Types.buildMessage();
        for (int i = 0; i < elements.get(0).getNum_children(); i++) {
            root.addField(schema.type());
        }
        return root.named(elements.get(0).getName());
    }

    private Type type() {
        SchemaElement element = elements.get(next++);
        Type.Repetition repetition =
                Type.Repetition.valueOf(element.getRepetition_type().name());
        if (!element.isSetType()) {
            Types.GroupBuilder<GroupType> group = Types.buildGroup(repetition);
            for (int i = 0; i < element.getNum_children(); i++) {
                group.addField(type());
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
        String converted =
                element.isSetConverted_type() ? element.getConverted_type().name() : "";
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

    /** What a whole number is divided by. */
    static double divisor(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        int scale = logical != null && logical.isSetDECIMAL()
                ? logical.getDECIMAL().getScale()
                : element.isSetConverted_type()
                                && element.getConverted_type().name().equals("DECIMAL")
                        ? element.getScale()
                        : 0;
        return Math.pow(10, scale);
    }
}
