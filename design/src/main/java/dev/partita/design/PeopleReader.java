package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who calls: the claims of a token, and the roles. */
final class PeopleReader {

    private final PartialDesign draft;

    PeopleReader(PartialDesign draft) {
        this.draft = draft;
    }

    Design.Identity identity(Node node) {
        ConstructReader f = ConstructReader.of(node, Vocabulary.IDENTITY, "identity", draft.problems);
        if (f.has("entity")) {
            f.require("by", "name the attribute that is the caller: `by: userId`");
        } else {
            for (String word : List.of("by", "when")) {
                if (f.has(word)) {
                    f.error(
                            ReaderRule.UNKNOWN_WORD,
                            f.map().placeOfKey(word),
                            "`" + word + "` has no effect without `entity`",
                            "name the entity that is the caller: `entity: User`");
                }
            }
        }
        return new Design.Identity(
                f.text("subject"),
                f.text("groups"),
                f.text("entity"),
                f.text("by"),
                WhereReader.read(f.node("when"), "identity", draft.problems),
                f.map());
    }

    Map<String, Design.Role> roles(Node.Mapping roles) {
        Map<String, Design.Role> all = new LinkedHashMap<>();
        for (Map.Entry<String, Node> entry : roles.entries().entrySet()) {
            String name = entry.getKey();
            Node node = entry.getValue();
            draft.checkName(name.replace('-', '_'), name, roles.placeOfKey(name), "a role");
            if (Vocabulary.ALLOW.contains(name)) {
                draft.problems.error(
                        ReaderRule.BAD_NAME,
                        name,
                        roles.placeOfKey(name),
                        "`" + name + "` has a meaning of its own in `allow`",
                        "choose another name");
            }
            all.put(name, role(name, node));
        }
        return all;
    }

    private Design.Role role(String name, Node node) {
        ConstructReader f = ConstructReader.of(node, Vocabulary.ROLE, name, draft.problems);
        boolean membership = f.has("membership");
        if (f.isMap() && !membership && !f.has("entity") && !f.has("group")) {
            f.error(
                    ReaderRule.MISSING,
                    f.map().place(),
                    "nothing says who belongs to the role",
                    "write `group: admins`, `entity: User, by: userId, when: isStaff`, or `membership: …`");
        }
        if (membership || f.has("entity")) {
            f.require("by", "name the attribute that is the caller: `by: userId`");
        } else {
            refuse(f, "entity", "by", "when");
        }
        if (membership) {
            f.require("group", "name the attribute that is the group: `group: groupName`");
        } else {
            refuse(f, "membership", "permission", "everywhere");
        }
        return new Design.Role(
                name,
                membership ? null : f.text("group"),
                f.text("entity"),
                f.text("by"),
                WhereReader.read(f.node("when"), name, draft.problems),
                f.text("membership"),
                membership ? f.text("group") : null,
                f.text("permission"),
                f.isTrue("everywhere"),
                f.map());
    }

    private static void refuse(ConstructReader f, String without, String... words) {
        for (String word : words) {
            if (f.has(word)) {
                f.error(
                        ReaderRule.UNKNOWN_WORD,
                        f.map().placeOfKey(word),
                        "`" + word + "` has no effect without `" + without + "`",
                        Help.edit(new Edit.Drop()));
            }
        }
    }
}
