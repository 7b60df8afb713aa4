package dev.partita.engine.read;

import dev.partita.engine.internal.table.Index;
import dev.partita.engine.request.Select;
import dev.partita.expression.Projection;
import dev.partita.item.ApiException;
import java.util.List;

/** What a Query or Scan returns of each item: its Select parameter, judged with the other parameters. */
final class Selection {

    private Selection() {}

    /** Checks that can be made before the table is known. */
    static void require(Select select, String indexName, List<String> attributesToGet, String projectionExpression) {
        boolean projects = attributesToGet != null || projectionExpression != null;
        String parameter = attributesToGet != null ? "AttributesToGet" : "ProjectionExpression";
        if (select == null) {
            return;
        }
        switch (select) {
            case ALL_ATTRIBUTES -> refuseProjection(projects, parameter, "ALL_ATTRIBUTES");
            case ALL_PROJECTED_ATTRIBUTES -> {
                if (indexName == null) {
                    throw ApiException.validation(
                            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
                }
                refuseProjection(projects, parameter, "ALL_PROJECTED_ATTRIBUTES");
            }
            case COUNT -> refuseProjection(projects, parameter, "only the Count");
            case SPECIFIC_ATTRIBUTES -> {
                if (!projects) {
                    throw ApiException.validation("Must specify the AttributesToGet or ProjectionExpression when"
                            + " choosing to get SPECIFIC_ATTRIBUTES");
                }
            }
        }
    }

    private static void refuseProjection(boolean projects, String parameter, String wanted) {
        if (projects) {
            throw ApiException.validation("Cannot specify the " + parameter + " when choosing to get " + wanted);
        }
    }

    /** Whether entries of {@code index} do not show all that is wanted, so that items must be fetched from the table. */
    static boolean fetchesWhole(Index index, Select select, Projection projection) {
        if (index == null || index.projectsAll()) {
            return false;
        }
        if (select == Select.ALL_ATTRIBUTES) {
            if (index.global()) {
                throw ApiException.invalidParameter("Select type ALL_ATTRIBUTES is not supported for global secondary"
                        + " index " + index.name() + " because its projection type is not ALL");
            }
            return true;
        }
        List<String> missing = projection.isAll()
                ? List.of()
                : projection.attributeNames().stream()
                        .filter(name -> !index.projects(name))
                        .sorted()
                        .toList();
        if (index.global() && !missing.isEmpty()) {
            throw ApiException.invalidParameter(
                    "Global secondary index " + index.name() + " does not project " + missing);
        }
        return !missing.isEmpty();
    }
}
