package dev.partita.engine;

import dev.partita.engine.internal.table.Table;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.ApiException;
import dev.partita.item.Limits;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The tags of a table: up to fifty names with values. */
public final class Tags {

    private static final Pattern TABLE_ARN =
            Pattern.compile("arn:aws[a-z-]*:dynamodb:[^:]*:[^:]*:table/([a-zA-Z0-9_.-]+)");

    private Tags() {}

    /** The last value wins where a key is given twice. */
    static Map<String, String> toMap(List<TableSpec.Tag> tags) {
        Map<String, String> map = new TreeMap<>();
        if (tags != null) {
            tags.forEach(tag -> map.put(tag.key(), tag.value() == null ? "" : tag.value()));
        }
        requireFew(map);
        return map;
    }

    static void requireFew(Map<String, String> tags) {
        if (tags.size() > Limits.TAGS) {
            throw ApiException.invalidParameter("Number of tags exceeds the per-resource limit of " + Limits.TAGS);
        }
    }

    public static void requireArn(String arn) {
        if (!TABLE_ARN.matcher(arn).matches()) {
            throw ApiException.validation("Invalid TableArn: Invalid ResourceArn provided as input " + arn);
        }
    }

    /** The table that an ARN names, of whatever region and account: there is one namespace. */
    public static Table table(Database database, String arn) {
        Table table = database.engine().findTable(database.namespace(), Database.nameOf(arn));
        if (table == null) {
            throw ApiException.notFound("Requested resource not found: ResourcArn: " + arn + " not found");
        }
        return table;
    }

    static void put(Group group, Table table, Map<String, String> tags) {
        TableDefinition.Builder tagged = table.definition().but();
        tagged.tags = tags;
        group.putTable(tagged.build(), table.statistics());
    }
}
