package dev.partita.wire;

import dev.partita.expression.Legacy;
import dev.partita.item.AttributeValue;
import java.util.List;
import java.util.Map;

/** Reads the parameters from before expressions. */
final class LegacyIn {

    private LegacyIn() {}

    static Map<String, Legacy.Expected> expected(JsonIn in, Constraints constraints) {
        return in.namedStructures("ExpectedAttributeValue", name -> {
            AttributeValue value = null;
            Boolean exists = null;
            String comparisonOperator = null;
            List<AttributeValue> attributeValueList = null;
            for (String member = in.member(); member != null; member = in.member()) {
                switch (member) {
                    case "Value" -> value = in.value();
                    case "Exists" -> exists = in.bool();
                    case "ComparisonOperator" -> comparisonOperator = in.string();
                    case "AttributeValueList" -> attributeValueList = in.valueList();
                    default -> in.skip();
                }
            }
            return new Legacy.Expected(
                    value,
                    exists,
                    constraints.oneOf(
                            "expected." + name + ".member.comparisonOperator",
                            comparisonOperator,
                            EnumText.COMPARISON_OPERATOR),
                    attributeValueList);
        });
    }

    /** KeyConditions, QueryFilter or ScanFilter; {@code path} says which. */
    static Map<String, Legacy.Condition> conditions(JsonIn in, String path, Constraints constraints) {
        return in.namedStructures("Condition", name -> {
            String comparisonOperator = null;
            List<AttributeValue> attributeValueList = null;
            for (String member = in.member(); member != null; member = in.member()) {
                switch (member) {
                    case "ComparisonOperator" -> comparisonOperator = in.string();
                    case "AttributeValueList" -> attributeValueList = in.valueList();
                    default -> in.skip();
                }
            }
            String operatorPath = path + "." + name + ".member.comparisonOperator";
            constraints.required(operatorPath, comparisonOperator);
            return new Legacy.Condition(
                    constraints.oneOf(operatorPath, comparisonOperator, EnumText.COMPARISON_OPERATOR),
                    attributeValueList);
        });
    }

    static Map<String, Legacy.AttributeUpdate> attributeUpdates(JsonIn in, Constraints constraints) {
        return in.namedStructures("AttributeValueUpdate", name -> {
            AttributeValue value = null;
            String action = null;
            for (String member = in.member(); member != null; member = in.member()) {
                switch (member) {
                    case "Value" -> value = in.value();
                    case "Action" -> action = in.string();
                    default -> in.skip();
                }
            }
            return new Legacy.AttributeUpdate(
                    value,
                    constraints.oneOf(
                            "attributeUpdates." + name + ".member.action", action, EnumText.ATTRIBUTE_ACTION));
        });
    }
}
