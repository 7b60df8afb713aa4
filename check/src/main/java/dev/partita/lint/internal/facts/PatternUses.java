package dev.partita.lint.internal.facts;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import dev.partita.plan.internal.compile.OwnerLink;
import dev.partita.plan.internal.compile.Through;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which patterns read or write what. */
public record PatternUses(Design design) {

    /** Words of {@code allow} for whoever comes, each perhaps only for what is theirs: no role. */
    public static final Set<String> ORDINARY = Set.of("anyone", "signed-in", "owner");

    /** The entity a pattern is about: the first it names, or null for patterns about other patterns. */
    public Entity entityOf(Pattern pattern) {
        return pattern.entities().isEmpty() || isAboutPatterns(pattern)
                ? null
                : design.entities().get(pattern.entities().get(0));
    }

    /** All entities a pattern names. */
    public Stream<Entity> entitiesOf(Pattern pattern) {
        return isAboutPatterns(pattern)
                ? Stream.empty()
                : pattern.entities().stream().map(design.entities()::get).filter(java.util.Objects::nonNull);
    }

    private static boolean isAboutPatterns(Pattern pattern) {
        return pattern.verb() == Verb.GATHER || pattern.verb() == Verb.TRANSACT;
    }

    public Stream<Pattern> reads() {
        return design.patterns().values().stream().filter(p -> !p.verb().writes());
    }

    public Stream<Pattern> writes() {
        return design.patterns().values().stream().filter(p -> p.verb().writes());
    }

    public Stream<Pattern> readsOf(Entity entity) {
        return reads().filter(p -> entitiesOf(p).anyMatch(e -> e == entity));
    }

    public Stream<Pattern> writesOf(Entity entity) {
        return writes().filter(p -> entityOf(p) == entity || entity.name().equals(p.with()));
    }

    /** Attributes whose value an existing item may get anew by this pattern. */
    public Set<String> changes(Pattern pattern) {
        Entity entity = entityOf(pattern);
        Set<String> changed = new LinkedHashSet<>();
        if (entity == null) {
            return changed;
        }
        if (pattern.verb() == Verb.PUT) {
            entity.attributes().values().stream()
                    .filter(a -> !a.isComputed() && !a.immutable())
                    .map(Attribute::name)
                    .filter(name -> !entity.keyAttributes().contains(name))
                    .forEach(changed::add);
        } else if (pattern.verb() == Verb.UPDATE) {
            changed.addAll(pattern.change());
            changed.addAll(pattern.set().keySet());
            changed.addAll(pattern.add().keySet());
            changed.addAll(pattern.append());
            changed.addAll(pattern.remove());
        }
        return changed;
    }

    /** Attributes a caller of this pattern chooses the value of. */
    public Set<String> chosenByCaller(Pattern pattern) {
        Entity entity = entityOf(pattern);
        if (entity == null) {
            return Set.of();
        }
        if (pattern.verb() == Verb.UPDATE) {
            Set<String> chosen = new LinkedHashSet<>(pattern.change());
            chosen.addAll(pattern.append());
            pattern.add().forEach((name, much) -> {
                if (much == null) {
                    chosen.add(name);
                }
            });
            if (pattern.orCreate()) {
                pattern.by().forEach(by -> chosen.add(by.attribute()));
            }
            return chosen;
        }
        if (pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT) {
            Set<String> chosen = entity.attributes().values().stream()
                    .filter(a -> !a.isComputed())
                    .map(Attribute::name)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            chosen.removeAll(pattern.set().keySet());
            return chosen;
        }
        return Set.of();
    }

    /** The attributes in some templates. */
    public static Set<String> variables(Collection<Template> templates) {
        return templates.stream()
                .flatMap(Template::variables)
                .map(Variable::attribute)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Attributes the pattern hands out: those it names, or all that are stored and not hidden. */
    public Set<String> returned(Pattern pattern, Entity entity) {
        return entity.attributes().values().stream()
                .filter(a -> pattern.returned().isEmpty()
                        ? !a.hidden()
                        : pattern.returned().contains(a.name()))
                .map(Attribute::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Who may call: what the pattern says, else its entity, else the design. Empty when nobody says. */
    public List<String> allowed(Pattern pattern) {
        if (!pattern.allow().isEmpty()) {
            return pattern.allow();
        }
        Entity entity = entityOf(pattern);
        if (entity != null && !entity.allow().isEmpty()) {
            return entity.allow();
        }
        // Whoever follows a parent's pattern goes by its rules.
        List<String> followed = Through.of(design, pattern).stream()
                .filter(through -> through.child().equals(entity))
                .map(Through::gate)
                .filter(gate -> gate != pattern && gate.through().isEmpty())
                .flatMap(gate -> allowed(gate).stream())
                .map(word -> isOfItems(word) ? "through" : word)
                .distinct()
                .toList();
        return followed.isEmpty() ? design.allow() : followed;
    }

    /** Who may call it, by itself or as a part of what it goes together with. */
    public Set<String> callers(Pattern pattern) {
        Set<String> callers = new LinkedHashSet<>(allowed(pattern));
        if (callers.remove("together")) {
            wholes(pattern).forEach(whole -> callers.addAll(allowed(whole)));
            callers.remove("together");
        }
        return callers;
    }

    /** The transactions that it is called in by whoever may call them. */
    public Stream<Pattern> wholes(Pattern pattern) {
        return allowed(pattern).contains("together")
                ? design.patterns().values().stream()
                        .filter(whole -> whole.verb() == Verb.TRANSACT)
                        .filter(whole -> whole.entities().contains(pattern.name()))
                : Stream.empty();
    }

    /** Whether it is the parent's owner or group then, and says nothing of the items themselves. */
    public boolean isOfItems(String word) {
        Design.Role role = design.roles().get(word);
        return word.equals("owner") || role != null && role.isOfGroups();
    }

    /**
     * Whether whoever is signed in may write such items wherever they like, as long as it is in their own name: the owner of what is
     * not there yet is who says so. Beside a role by membership owners write in their own groups only.
     */
    public boolean isForNewOwners(Pattern pattern) {
        Entity entity = entityOf(pattern);
        List<String> allowed = allowed(pattern);
        return entity != null
                && entity.owner() != null
                && pattern.makes()
                && allowed.contains("owner")
                && allowed.stream()
                        .map(design.roles()::get)
                        .noneMatch(role ->
                                role != null && role.isOfGroups() && OwnerLink.group(design, entity, role) != null);
    }

    /** Whether people who need no special right may call it: {@code anyone} or {@code signed-in}. */
    public boolean isOpen(Pattern pattern) {
        List<String> allowed = allowed(pattern);
        return allowed.contains("anyone") || allowed.contains("signed-in");
    }
}
