package dev.partita.exchange;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.document.Json;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.read.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The compiled model as a tree for {@link Json}: tables, indexes, entities, patterns with their plans. */
public final class CompiledJson {

    public static Map<String, Object> of(Compiled compiled, Map<String, String> environment) {
        Design design = compiled.design();
        return Json.map(
                "design", design.name(),
                "about", design.about(),
                "separator", design.separator(),
                "timeZone", design.zone().getId(),
                "tables",
                        design.tables().values().stream()
                                .map(table -> table(table, environment))
                                .toList(),
                "entities",
                        design.entities().values().stream()
                                .map(CompiledJson::entity)
                                .toList(),
                "patterns",
                        design.patterns().values().stream()
                                .map(pattern ->
                                        pattern(pattern, compiled.plans().get(pattern.name())))
                                .toList());
    }

    private static Map<String, Object> table(Table table, Map<String, String> environment) {
        List<Object> indexes = new ArrayList<>();
        for (Table.Index index : table.indexes().values()) {
            indexes.add(Json.map(
                    "name", index.name(),
                    "about", index.about(),
                    "local", index.local(),
                    "partition", names(index.local() ? List.of(table.partition()) : index.partition()),
                    "sort", names(index.sort()),
                    "projection", index.projection().name(),
                    "projected", index.projected().isEmpty() ? null : index.projected()));
        }
        return Json.map(
                "id", table.id(),
                "about", table.about(),
                "name", table.physicalName(environment),
                "partition", table.partition().name(),
                "sort", table.sort() == null ? null : table.sort().name(),
                "typeAttribute", table.typeAttribute(),
                "expiry", table.expiry(),
                "billing", table.billing() == null || table.billing().onDemand() ? "on-demand" : "provisioned",
                "recoveryDays", table.recoveryDays(),
                "stream", table.stream(),
                "indexes", indexes);
    }

    private static List<String> names(List<Table.KeyAttribute> keys) {
        return keys.stream().map(Table.KeyAttribute::name).toList();
    }

    private static Map<String, Object> entity(Entity entity) {
        List<Object> indexes = new ArrayList<>();
        for (Entity.IndexKeys keys : entity.indexKeys()) {
            indexes.add(Json.map(
                    "index", keys.index(),
                    "keys", templates(keys.keys()),
                    "when", keys.when() == null ? null : text(keys.node(), "when")));
        }
        List<Object> attributes = new ArrayList<>();
        for (Attribute attribute : entity.attributes().values()) {
            attributes.add(Json.map(
                    "name", attribute.name(),
                    "about", attribute.about(),
                    "type", attribute.type().word(),
                    "stored", attribute.isStored() ? attribute.stored() : null,
                    "required", attribute.required() ? true : null,
                    "hidden", attribute.hidden() ? true : null,
                    "computed", attribute.isComputed() ? true : null));
        }
        return Json.map(
                "name", entity.name(),
                "about", entity.about(),
                "table", entity.table(),
                "type", entity.type(),
                "key", templates(entity.key()),
                "indexes", indexes,
                "attributes", attributes);
    }

    private static Map<String, Object> templates(Map<String, dev.partita.design.model.Template> templates) {
        Map<String, Object> texts = new LinkedHashMap<>();
        templates.forEach((name, template) -> texts.put(name, template.text()));
        return texts;
    }

    private static String text(Node node, String key) {
        return node.get(key) instanceof Node.Text text ? text.value() : null;
    }

    private static Map<String, Object> pattern(Pattern pattern, Plan plan) {
        return Json.map(
                "name", pattern.name(),
                "about", pattern.about(),
                "ids", pattern.ids(),
                "verb", pattern.verb().word(),
                "entities", pattern.entities(),
                "by", pattern.by().stream().map(KeyTerm::shown).toList(),
                "cacheSeconds", pattern.cacheSeconds(),
                "allow", pattern.allow(),
                "plan", plan == null ? null : plan.data());
    }

    private CompiledJson() {}
}
