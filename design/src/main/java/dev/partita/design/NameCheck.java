package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.ReadingProblems;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Where;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Goes through a design and looks up every name in it. */
final class NameCheck {

    private final Design design;
    private final NameLookup names;

    NameCheck(Design design, ReadingProblems problems) {
        this.design = design;
        this.names = new NameLookup(design, problems);
    }

    void run() {
        design.tables().values().forEach(this::table);
        design.entities().values().forEach(this::entity);
        design.quotas().values().forEach(this::quota);
        PatternNames patterns = new PatternNames(names);
        design.patterns().values().forEach(pattern -> {
            patterns.check(pattern);
            allow(pattern.allow(), pattern.name(), pattern.node());
            through(pattern.through(), pattern.name(), pattern.node());
        });
        identity(design.identity());
        design.roles().values().forEach(this::role);
        allow(design.allow(), "design", design.node());
        design.samples().values().forEach(samples -> samples.forEach(this::sample));
        design.ignores().forEach(this::ignore);
    }

    private void table(Table table) {
        Set<String> known = new LinkedHashSet<>(table.keyNames());
        table.indexes().values().forEach(index -> known.addAll(index.keyNames()));
        List<String> settings = new ArrayList<>();
        settings.add(table.expiry());
        settings.add(table.typeAttribute());
        settings.stream().filter(s -> s != null).forEach(known::add);
        for (Entity entity : design.entitiesOf(table)) {
            entity.attributes().values().forEach(a -> {
                known.add(a.name());
                known.add(a.stored());
            });
        }
        for (Table.Index index : table.indexes().values()) {
            for (String name : index.projected()) {
                if (!known.contains(name) && !design.entitiesOf(table).isEmpty()) {
                    names.unknown(
                            "no entity of `" + table.id() + "` has an attribute `" + name + "`",
                            name,
                            known,
                            table.id() + "." + index.name(),
                            NameLookup.placeOf(index.node(), "projection", name));
                }
            }
        }
    }

    private void entity(Entity entity) {
        List<Entity> own = List.of(entity);
        String subject = entity.name();
        Node node = entity.node();
        entity.key().values().forEach(template -> names.template(own, template, subject));
        for (Entity.IndexKeys keys : entity.indexKeys()) {
            if (!keys.implied()) {
                keys.keys().values().forEach(t -> names.template(own, t, subject + "." + keys.index()));
                names.where(own, keys.when(), subject + "." + keys.index());
            }
        }
        for (Entity.Unique unique : entity.uniques()) {
            if (node.get("unique") instanceof Node.Mapping all && all.get(unique.name()) == unique.node()) {
                names.attributes(own, unique.attributes(), subject, unique.node(), "on");
                if (unique.node().get("lock") != null) {
                    unique.lock().values().forEach(template -> names.template(own, template, subject));
                }
            }
        }
        entity.attributes().values().forEach(attribute -> attribute(entity, attribute));
        if (entity.expiry() != null) {
            String after = entity.expiry().after();
            if (entity.expiry().node() instanceof Node.Text text) {
                names.attribute(own, after, subject, text.part(text.value().lastIndexOf(after), after.length()));
            }
        }
        if (entity.softDelete() != null) {
            Node soft = entity.softDelete().node();
            names.attribute(own, entity.softDelete().flag(), subject, soft.placeOf("flag"));
            names.attribute(own, entity.softDelete().at(), subject, soft.placeOf("at"));
            names.attribute(own, entity.softDelete().reason(), subject, soft.placeOf("reason"));
        }
        names.attribute(own, entity.version(), subject, node.placeOf("version"));
        names.attribute(own, entity.owner(), subject, node.placeOf("owner"));
        if (entity.from() != null) {
            Node from = entity.from().node();
            Entity source = names.entity(entity.from().entity(), subject, from.placeOf("entity"));
            if (source != null) {
                names.attribute(List.of(source), entity.from().each(), subject, from.placeOf("each"));
            }
            names.attribute(own, entity.from().as(), subject, from.placeOf("as"));
        }
        allow(entity.allow(), subject, node);
        through(entity.through(), subject, node);
    }

    private void attribute(Entity entity, Attribute attribute) {
        List<Entity> own = List.of(entity);
        String subject = entity.name() + "." + attribute.name();
        Node node = attribute.node();
        names.entity(attribute.references(), subject, node.placeOf("references"));
        names.attributes(own, attribute.hashOf(), subject, node, "hash-of");
        hostIn(entity, attribute, subject);
        if (attribute.derive() != null) {
            names.template(own, attribute.derive(), subject);
            if (isCircular(entity, attribute.name(), attribute, new LinkedHashSet<>())) {
                names.error(
                        ReaderRule.WRONG_VALUE,
                        subject,
                        node.placeOf("derive"),
                        "`" + attribute.name() + "` follows from itself, so it never has a value",
                        "derive it from an attribute that callers give");
            }
        }
        if (attribute.sequence() != null) {
            Attribute.Sequence sequence = attribute.sequence();
            dotted(sequence.node().get("sequence"), subject);
        }
    }

    private static boolean isCircular(Entity entity, String first, Attribute attribute, Set<String> seen) {
        Set<String> sources = new LinkedHashSet<>(attribute.hashOf());
        if (attribute.derive() != null) {
            attribute.derive().variables().forEach(variable -> sources.add(variable.attribute()));
        }
        for (String name : sources) {
            Attribute source = entity.attributes().get(name);
            if (name.equals(first) || source != null && seen.add(name) && isCircular(entity, first, source, seen)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a URL is on a host is judged when the item is made, so neither may change afterwards. */
    private void hostIn(Entity entity, Attribute attribute, String subject) {
        Node node = attribute.node();
        Attribute domain = names.attribute(List.of(entity), attribute.hostIn(), subject, node.placeOf("host-in"));
        if (domain == null) {
            return;
        }
        boolean isUrl = attribute.isUrl();
        if (!isUrl || !domain.isDomain()) {
            names.error(
                    ReaderRule.WRONG_VALUE,
                    subject,
                    node.placeOf("host-in"),
                    "`host-in` compares a URL with a domain, and " + (isUrl ? domain.name() : attribute.name())
                            + " may be any text",
                    Help.edit(Edit.ofAttribute(
                            entity,
                            isUrl ? domain.name() : attribute.name(),
                            "normalise",
                            isUrl ? "[domain]" : "[url]")));
            return;
        }
        for (Attribute one : List.of(attribute, domain)) {
            boolean isInKey = entity.key().values().stream()
                    .flatMap(Template::variables)
                    .anyMatch(variable -> variable.attribute().equals(one.name()));
            if (!isInKey && !one.immutable()) {
                names.error(
                        ReaderRule.WRONG_VALUE,
                        subject,
                        node.placeOf("host-in"),
                        "`host-in` is judged when the item is made, and " + one.name() + " may change later",
                        Help.edit(Edit.ofAttribute(entity, one.name(), "immutable", "true")));
                return;
            }
        }
    }

    /** {@code Entity.attribute}. */
    private void dotted(Node node, String subject) {
        if (!(node instanceof Node.Text text)) {
            return;
        }
        int dot = text.value().indexOf('.');
        if (dot > 0) {
            Entity entity = names.entity(text.value().substring(0, dot), subject, text.part(0, dot));
            String attribute = text.value().substring(dot + 1);
            if (entity != null) {
                names.attribute(List.of(entity), attribute, subject, text.part(dot + 1, attribute.length()));
            }
        }
    }

    private void quota(Quota quota) {
        String subject = quota.name();
        Entity counted = names.entity(quota.counts(), subject, quota.node().placeOf("counts"));
        dotted(quota.node().get("counter"), subject);
        List<Entity> scope = counted == null ? List.of() : List.of(counted);
        quota.per().forEach(v -> names.attribute(scope, v.attribute(), subject, NameLookup.name(v)));
        quota.item().values().forEach(template -> names.template(scope, template, subject));
        Table table = counted == null || counted.table() == null ? null : design.tableOf(counted);
        if (table != null && !quota.item().isEmpty()) {
            for (String name : quota.item().keySet()) {
                if (!table.keyNames().contains(name)) {
                    names.unknown(
                            "`" + name + "` is not a key attribute of the table",
                            name,
                            table.keyNames(),
                            subject,
                            NameLookup.placeOf(quota.node(), "item", name));
                }
            }
            for (String name : table.keyNames()) {
                if (quota.node().get("item") instanceof Node.Mapping item && item.get(name) == null) {
                    names.error(
                            ReaderRule.MISSING,
                            subject,
                            quota.node().placeOfKey("item"),
                            "the key attribute `" + name + "` gets no value",
                            "add `" + name + ": \"…\"`");
                }
            }
        }
        names.attribute(scope, quota.by(), subject, quota.node().placeOf("by"));
        quota.limits().values().forEach(limit -> limit(limit, counted, subject));
    }

    /** Begins at an entity, or at an attribute of the counted one; then from reference to reference. */
    private void limit(Quota.Limit limit, Entity counted, String subject) {
        if (limit.path().isEmpty() || !(limit.node() instanceof Node.Text text)) {
            return;
        }
        String first = limit.path().get(0);
        int at = 0;
        int offset = 0;
        Entity entity = counted;
        if (limit.path().size() > 1 && design.entities().containsKey(first)) {
            entity = design.entities().get(first);
            at = 1;
            offset = first.length() + 1;
        }
        for (; at < limit.path().size() && entity != null; at++) {
            String name = limit.path().get(at);
            Place place = text.part(offset, name.length());
            Attribute attribute = names.attribute(List.of(entity), name, subject, place);
            offset += name.length() + 1;
            if (attribute == null || at == limit.path().size() - 1) {
                return;
            }
            if (attribute.references() == null) {
                names.error(
                        ReaderRule.UNKNOWN_NAME,
                        subject,
                        place,
                        "`" + name + "` refers to no other entity, so the path ends here",
                        "give it `references: Entity`");
                return;
            }
            entity = design.entities().get(attribute.references());
        }
    }

    private void identity(Design.Identity identity) {
        if (identity == null || identity.entity() == null) {
            return;
        }
        Node node = identity.node();
        Entity entity = names.entity(identity.entity(), "identity", node.placeOf("entity"));
        if (entity != null) {
            names.attribute(List.of(entity), identity.by(), "identity", node.placeOf("by"));
            names.where(List.of(entity), identity.when(), "identity");
        }
    }

    private void through(List<String> through, String subject, Node node) {
        through.forEach(name -> names.pattern(name, subject, NameLookup.placeOf(node, "through", name)));
    }

    private void role(Design.Role role) {
        String subject = role.name();
        Node node = role.node();
        Entity entity = role.entity() == null ? null : names.entity(role.entity(), subject, node.placeOf("entity"));
        Entity membership =
                role.membership() == null ? null : names.entity(role.membership(), subject, node.placeOf("membership"));
        List<Entity> scope = new ArrayList<>();
        if (entity != null) {
            scope.add(entity);
        }
        if (membership != null) {
            scope.add(membership);
        }
        names.attribute(scope, role.by(), subject, node.placeOf("by"));
        if (!throughReference(role, entity)) {
            names.where(scope, role.when(), subject);
        }
        names.attribute(scope, role.groupAttribute(), subject, node.placeOf("group"));
        if (role.permission() != null && node.get("permission") instanceof Node.Text text) {
            String[] words = text.value().split(" ", -1);
            if (words.length != 3 || !words[1].equals("contains") || !words[0].contains(".")) {
                names.error(
                        ReaderRule.WRONG_VALUE,
                        subject,
                        text.place(),
                        "`" + text.value() + "` is not a permission",
                        "write `Group.permissions contains sites.write`");
            } else {
                dotted(new Node.Text(words[0], false, text.part(0, words[0].length())), subject);
            }
        }
    }

    /** {@code when: plan.canRegister}: a flag of what the caller's own entity refers to. */
    private boolean throughReference(Design.Role role, Entity entity) {
        if (entity == null
                || !(role.when() instanceof Where.IsTrue flag)
                || flag.path().names().size() != 2) {
            return false;
        }
        Attribute first = entity.attributes().get(flag.path().attribute());
        Entity referred = first == null || first.references() == null
                ? null
                : design.entities().get(first.references());
        if (referred == null) {
            return false;
        }
        String name = flag.path().names().get(1);
        Place place = flag.path().place();
        names.attribute(
                List.of(referred), name, role.name(), place.within(first.name().length() + 1, name.length()));
        return true;
    }

    private void allow(List<String> allow, String subject, Node node) {
        List<String> known = new ArrayList<>(Vocabulary.ALLOW);
        known.addAll(design.roles().keySet());
        for (String name : allow) {
            if (!known.contains(name)) {
                names.unknown(
                        "there is no role `" + name + "`",
                        name,
                        known,
                        subject,
                        NameLookup.placeOf(node, "allow", name));
            }
        }
    }

    private void sample(Design.Sample sample) {
        Node samples = design.node().get("samples");
        Entity entity = design.entities().get(sample.entity());
        if (entity == null) {
            if (design.samples().get(sample.entity()).get(0) == sample) {
                names.entity(sample.entity(), sample.entity(), samples.placeOfKey(sample.entity()));
            }
            return;
        }
        sample.values()
                .keySet()
                .forEach(name -> names.attribute(
                        List.of(entity), name, sample.entity(), sample.node().placeOfKey(name)));
    }

    private void ignore(Design.Ignore ignore) {
        if (ignore.at() == null || !(ignore.node() instanceof Node.Mapping)) {
            return;
        }
        Set<String> known = new LinkedHashSet<>();
        known.addAll(design.entities().keySet());
        known.addAll(design.tables().keySet());
        known.addAll(design.patterns().keySet());
        known.addAll(design.quotas().keySet());
        known.addAll(design.roles().keySet());
        known.addAll(design.alarms().keySet());
        known.addAll(design.types().keySet());
        if (known.contains(ignore.at())) {
            return;
        }
        design.tables().values().forEach(t -> t.indexes().keySet().forEach(i -> known.add(t.id() + "." + i)));
        for (Entity entity : design.entities().values()) {
            entity.attributes().keySet().forEach(a -> known.add(entity.name() + "." + a));
            Table table = entity.table() == null ? null : design.tableOf(entity);
            if (table != null) {
                table.indexes().keySet().forEach(i -> known.add(entity.name() + "." + i));
            }
        }
        if (!known.contains(ignore.at())) {
            names.unknown(
                    "there is nothing called `" + ignore.at() + "`",
                    ignore.at(),
                    known,
                    "design",
                    ignore.node().placeOf("at"));
        }
    }
}
