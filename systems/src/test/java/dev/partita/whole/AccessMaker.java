package dev.partita.whole;

import dev.partita.whole.DesignMaker.Draft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes up who may call what. */
final class AccessMaker {

    private final Dice dice;
    private final DesignMaker design;

    AccessMaker(Dice dice, DesignMaker design) {
        this.dice = dice;
        this.design = design;
    }

    /** Identity, roles and owners, before there are patterns. */
    void make(Map<String, Object> tree) {
        if (!dice.chance(0.5)) {
            return;
        }
        if (dice.chance(0.4)) {
            tree.put(
                    "identity",
                    Tree.of("subject", dice.of("sub", "uid"), "groups", dice.of("groups", "cognito:groups")));
        }
        for (Draft draft : design.drafts()) {
            boolean isAccount = draft.keyNames.size() == 1
                    && "string".equals(draft.attribute(draft.id()).get("type"))
                    && !draft.attribute(draft.id()).containsKey("generate")
                    && draft.table.equals("main")
                    && !draft.isCopy()
                    && draft.attributes.containsKey("isHot");
            if (isAccount && dice.chance(0.3)) {
                Map<String, Object> identity = new LinkedHashMap<>(Tree.map(tree.get("identity")));
                identity.put("entity", draft.name);
                identity.put("by", draft.id());
                identity.put("when", "isHot");
                tree.put("identity", identity);
                break;
            }
        }
        Map<String, Object> roles = new LinkedHashMap<>();
        roles.put("admin", Tree.of("group", "admins"));
        if (dice.chance(0.3)) {
            roles.put("editor", Tree.of("group", "editors", "about", "Who edits."));
        }
        for (Draft draft : design.drafts()) {
            boolean isString = "string".equals(draft.attribute(draft.id()).get("type"))
                    && !draft.attribute(draft.id()).containsKey("generate");
            boolean isRoot = draft.keyNames.size() == 1 && isString && !draft.isCopy();
            if (isRoot && draft.attributes.containsKey("isHot") && dice.chance(0.5)) {
                roles.put("hot", Tree.of("entity", draft.name, "by", draft.id(), "when", "isHot"));
            }
            if (!draft.isCopy() && dice.chance(0.4)) {
                if (isRoot && dice.chance(0.5)) {
                    draft.words.put("owner", draft.id());
                } else {
                    draft.attributes.put("ownedBy", Tree.of("type", "string", "required", true));
                    draft.words.put("owner", "ownedBy");
                }
            }
            if (dice.chance(0.2)) {
                draft.words.put("allow", dice.of("signed-in", "anyone", "admin"));
            }
        }
        if (dice.chance(0.35)) {
            clubs(tree, roles);
        }
        tree.put("roles", roles);
        tree.put("allow", dice.of("signed-in", "anyone", List.of("signed-in", "admin")));
    }

    /** Clubs with members, whose items are for them. */
    private void clubs(Map<String, Object> tree, Map<String, Object> roles) {
        List<Draft> owned =
                design.drafts().stream().filter(draft -> !draft.isCopy()).toList();
        for (Draft draft : dice.some(owned, 1 + dice.below(2))) {
            draft.attributes.put("clubId", Tree.of("type", "string", "required", true, "references", "Club"));
        }
        String separator = design.separator();
        Map<String, Object> club = Tree.of("key", Tree.of("pk", "CLUB" + separator + "{clubId}", "sk", "CLUB"));
        Map<String, Object> member = Tree.of(
                "key",
                Tree.of("pk", "USER" + separator + "{userId}", "sk", "CLUB" + separator + "{clubId}"),
                "owner",
                "userId");
        for (Map<String, Object> words : List.of(club, member)) {
            if (design.tables().size() > 1) {
                words.put("table", "main");
            }
            if (Tree.map(design.tables().get("main")).containsKey("type-attribute")) {
                words.put("type", words == club ? "CLUB" : "MEMBER");
            }
        }
        club.put(
                "attributes", Tree.of("clubId", "string", "rights", Tree.of("type", "list of string", "max-items", 9)));
        member.put(
                "attributes",
                Tree.of(
                        "userId",
                        "string",
                        "clubId",
                        Tree.of("type", "string", "references", "Club"),
                        "isHead",
                        Tree.of("type", dice.of("flag", "boolean"), "default", dice.chance(0.5))));
        Map<String, Object> entities = Tree.map(tree.get("entities"));
        entities.put("Club", club);
        entities.put("Member", member);
        roles.put("member", Tree.of("membership", "Member", "by", "userId", "group", "clubId"));
        if (dice.chance(0.5)) {
            Tree.map(roles.get("member")).put("when", "isHead");
        }
        if (dice.chance(0.5)) {
            Map<String, Object> keeper = Tree.of(
                    "membership",
                    "Member",
                    "by",
                    "userId",
                    "group",
                    "clubId",
                    "permission",
                    "Club.rights contains " + dice.of("a", "b"));
            if (dice.chance(0.4)) {
                keeper.put("everywhere", true);
            }
            roles.put("keeper", keeper);
        }
    }

    /** Who may call each pattern. */
    void allow(Map<String, Object> tree) {
        if (!tree.containsKey("roles")) {
            return;
        }
        Sketch sketch = new Sketch(tree);
        List<String> clubs = sketch.section("roles").keySet().stream()
                .filter(List.of("member", "keeper")::contains)
                .toList();
        List<String> roles = new ArrayList<>(sketch.section("roles").keySet());
        roles.removeAll(clubs);
        List<String> parts = sketch.patterns().values().stream()
                .filter(pattern ->
                        pattern.verb().equals("transact") || pattern.verb().equals("gather"))
                .flatMap(pattern -> pattern.of().stream())
                .toList();
        sketch.patterns().values().forEach(pattern -> {
            Sketch.Entity of = sketch.entity(pattern.of().get(0));
            boolean isOfClub = of != null
                    && of.attributes().containsKey("clubId")
                    && pattern.text("then") == null
                    && pattern.text("fetch") == null;
            if (parts.contains(pattern.name()) && dice.chance(0.25)) {
                pattern.words().put("allow", "together");
            } else if (isOfClub && !clubs.isEmpty() && dice.chance(0.5)) {
                String club = dice.pick(clubs);
                pattern.words().put("allow", dice.chance(0.7) ? club : List.of(club, "admin"));
            } else if (dice.chance(0.5)) {
                Sketch.Entity entity = sketch.entity(pattern.of().get(0));
                boolean isOwned = entity != null && entity.text("owner") != null;
                List<String> options = new ArrayList<>(List.of("anyone", "signed-in", dice.pick(roles)));
                if (isOwned) {
                    options.addAll(List.of("owner", "owner", "owner"));
                }
                List<String> some = dice.some(options, 1 + dice.below(2)).stream()
                        .distinct()
                        .toList();
                pattern.words().put("allow", some.size() == 1 ? some.get(0) : some);
            }
        });
        sketch.entities().values().forEach(child -> through(sketch, child));
    }

    /** Children that follow their parent: all of an entity, or those of one pattern. */
    private void through(Sketch sketch, Sketch.Entity child) {
        List<String> gates = sketch.patterns().values().stream()
                .filter(gate -> isGate(sketch, gate, child))
                .map(Sketch.Pattern::name)
                .toList();
        if (gates.isEmpty() || child.words().containsKey("from")) {
            return;
        }
        if (dice.chance(0.3)) {
            child.words().put("through", dice.chance(0.5) ? gates.get(0) : dice.some(gates, 2));
        }
        for (Sketch.Pattern pattern : sketch.patterns().values()) {
            if (pattern.of().get(0).equals(child.name()) && dice.chance(0.08)) {
                pattern.words().put("through", dice.pick(gates));
            }
        }
    }

    /** Whether a pattern gets a parent by its key alone. */
    private static boolean isGate(Sketch sketch, Sketch.Pattern gate, Sketch.Entity child) {
        Sketch.Entity parent = sketch.entity(gate.of().get(0));
        return parent != null
                && parent != child
                && gate.verb().equals("get")
                && parent.keyNames().size() == 1
                && child.attributes().keySet().containsAll(parent.keyNames())
                && gate.by().size() == 1
                && parent.keyNames().contains(gate.by().get(0).attribute())
                && gate.by().get(0).formats().isEmpty()
                && gate.text("then") == null
                && gate.text("fetch") == null
                && gate.text("range") == null
                && !String.valueOf(gate.text("where")).contains(":");
    }
}
