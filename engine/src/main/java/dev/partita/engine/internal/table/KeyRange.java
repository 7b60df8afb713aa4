package dev.partita.engine.internal.table;

import dev.partita.expression.KeyCondition;
import dev.partita.expression.KeyCondition.Clause;
import dev.partita.expression.KeyCondition.Operator;
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.ByteWriter;
import dev.partita.item.KeyCodec;
import dev.partita.item.Limits;
import java.util.ArrayList;
import java.util.List;

/** The contiguous run of rows that a key condition selects; {@code partition} is the part all of its partition share. */
public record KeyRange(byte[] partition, byte[] from, byte[] to) {

    /**
     * Checks the condition against the schema and finds its rows under {@code prefix}.
     *
     * @param indexName null for the table itself
     */
    public static KeyRange of(KeyCondition condition, KeySchema schema, byte[] prefix, String indexName) {
        List<Clause> clauses = condition.clauses();
        if (clauses.size() > schema.all().size()) {
            throw ApiException.validation("The number of query conditions (" + clauses.size()
                    + ") exceeds the number of key attributes defined in the schema ("
                    + schema.all().size() + ")");
        }
        List<AttributeValue> hash = new ArrayList<>(schema.hash().size());
        for (KeySchema.Attribute attribute : schema.hash()) {
            Clause clause = find(clauses, attribute);
            if (clause == null) {
                throw ApiException.validation("Query condition missed key schema element: " + attribute.name());
            }
            if (clause.operator() != Operator.EQ) {
                throw ApiException.validation("Query key condition not supported");
            }
            requireType(clause, attribute);
            hash.add(clause.first());
        }
        List<Clause> range = rangeClauses(clauses, schema);
        for (Clause clause : clauses) {
            requireValue(clause, schema, indexName);
        }
        ByteWriter key = new ByteWriter(96).write(prefix);
        KeySchema.appendHash(key, hash);
        byte[] partition = key.toByteArray();
        for (int i = 0; i < range.size() - 1; i++) {
            KeyCodec.append(key, range.get(i).first());
        }
        byte[] shared = key.toByteArray();
        return range.isEmpty()
                ? new KeyRange(partition, shared, Rows.after(shared))
                : bounded(partition, shared, range.get(range.size() - 1));
    }

    private static KeyRange bounded(byte[] partition, byte[] shared, Clause last) {
        byte[] at =
                last.operator() == Operator.BEGINS_WITH ? prefixed(shared, last.first()) : keyed(shared, last.first());
        return switch (last.operator()) {
            case EQ, BEGINS_WITH -> new KeyRange(partition, at, Rows.after(at));
            case LT -> new KeyRange(partition, shared, at);
            case LE -> new KeyRange(partition, shared, Rows.after(at));
            case GT -> new KeyRange(partition, Rows.after(at), Rows.after(shared));
            case GE -> new KeyRange(partition, at, Rows.after(shared));
            case BETWEEN -> new KeyRange(partition, at, Rows.after(keyed(shared, last.second())));
        };
    }

    /** The clauses on range attributes in schema order: a prefix of them, all but the last by equality. */
    private static List<Clause> rangeClauses(List<Clause> clauses, KeySchema schema) {
        List<Clause> range = new ArrayList<>(schema.range().size());
        List<String> passed = new ArrayList<>();
        for (KeySchema.Attribute attribute : schema.range()) {
            Clause clause = find(clauses, attribute);
            if (clause == null) {
                passed.add(attribute.name());
                continue;
            }
            if (!passed.isEmpty()) {
                throw needEquality(passed, attribute);
            }
            if (!range.isEmpty() && range.get(range.size() - 1).operator() != Operator.EQ) {
                throw needEquality(List.of(range.get(range.size() - 1).attribute()), attribute);
            }
            requireType(clause, attribute);
            range.add(clause);
        }
        if (schema.hash().size() + range.size() < clauses.size()) {
            // Some condition is on an attribute that is no key: the service names the key it would have expected.
            throw ApiException.validation("Query condition missed key schema element: "
                    + (schema.range().isEmpty() ? schema.hash() : schema.range())
                            .get(Math.min(
                                    range.size(), Math.max(0, schema.range().size() - 1)))
                            .name());
        }
        return range;
    }

    private static ApiException needEquality(List<String> names, KeySchema.Attribute because) {
        return ApiException.validation("RANGE key attributes " + String.join(", ", names)
                + " must have equality conditions specified in the query because a condition is present on key"
                + " attribute " + because.name());
    }

    private static void requireType(Clause clause, KeySchema.Attribute attribute) {
        boolean fits = clause.first().type() == attribute.type()
                && (clause.second() == null || clause.second().type() == attribute.type());
        if (!fits) {
            throw ApiException.invalidParameter("Condition parameter type does not match schema type");
        }
    }

    private static void requireValue(Clause clause, KeySchema schema, String indexName) {
        KeySchema.Attribute attribute = schema.find(clause.attribute());
        boolean isHash = schema.hash().contains(attribute);
        requireValue(clause.first(), attribute, isHash, indexName);
        if (clause.second() != null) {
            requireValue(clause.second(), attribute, isHash, indexName);
        }
    }

    private static void requireValue(
            AttributeValue value, KeySchema.Attribute attribute, boolean isHash, String indexName) {
        if (value.type() == AttributeValue.Type.N) {
            return;
        }
        int size = value.sizeBytes();
        if (size == 0) {
            throw indexName == null ? KeySchema.empty(attribute) : KeySchema.emptyInIndex(attribute, indexName);
        }
        if (size > (isHash ? Limits.PARTITION_KEY_BYTES : Limits.SORT_KEY_BYTES)) {
            throw ApiException.invalidParameter(isHash ? KeySchema.LONG_HASH : KeySchema.LONG_RANGE);
        }
    }

    private static Clause find(List<Clause> clauses, KeySchema.Attribute attribute) {
        for (Clause clause : clauses) {
            if (clause.attribute().equals(attribute.name())) {
                return clause;
            }
        }
        return null;
    }

    private static byte[] keyed(byte[] shared, AttributeValue value) {
        ByteWriter out = new ByteWriter(shared.length + 32).write(shared);
        KeyCodec.append(out, value);
        return out.toByteArray();
    }

    private static byte[] prefixed(byte[] shared, AttributeValue value) {
        ByteWriter out = new ByteWriter(shared.length + 32).write(shared);
        KeyCodec.appendPrefix(out, value);
        return out.toByteArray();
    }
}
