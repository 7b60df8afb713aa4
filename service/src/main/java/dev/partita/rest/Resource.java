package dev.partita.rest;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.value.PathValues;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * An entity as a resource: what tells its items apart, and what it hangs under.
 *
 * @param noun {@code test-cases}
 * @param identity the attributes that tell one item from another
 * @param parent the one of them that refers to another resource, which is then written before this one; null when none does
 */
record Resource(Design design, Entity entity, String noun, List<String> identity, String parent) {

    Resource {
        identity = List.copyOf(identity);
    }

    /** What tells items of an entity apart: a generated id that patterns go by alone, or else the attributes of the key. */
    static List<String> identity(Design design, Entity entity) {
        for (Pattern pattern : design.patterns().values()) {
            boolean isOfItem = pattern.verb() == Verb.GET
                    || pattern.verb() == Verb.UPDATE
                    || pattern.verb() == Verb.DELETE
                    || pattern.verb() == Verb.RESTORE;
            if (isOfItem
                    && pattern.entities().contains(entity.name())
                    && pattern.by().size() == 1) {
                Template.Variable by = pattern.by().get(0);
                Attribute attribute = entity.attributes().get(by.attribute());
                if (by.formats().isEmpty()
                        && attribute != null
                        && attribute.generate() != null
                        && attribute.sequence() == null) {
                    return List.of(attribute.name());
                }
            }
        }
        Set<String> key = new LinkedHashSet<>();
        entity.key().values().forEach(template -> template.variables()
                .forEach(variable -> key.add(variable.attribute())));
        return List.copyOf(key);
    }

    /** The entity that an attribute refers to, itself or where its items are made from; null when none. */
    static String reference(Design design, Entity entity, String attribute) {
        Attribute own = entity.attributes().get(attribute);
        if (own == null) {
            return null;
        }
        if (own.references() != null) {
            return own.references();
        }
        Entity source = entity.from() == null
                ? null
                : design.entities().get(entity.from().entity());
        return source == null || source == entity ? null : reference(design, source, attribute);
    }

    /** Whether values of an attribute can stand in a path: short, and neither a web address nor personal. */
    static boolean fitsPath(Entity entity, Attribute attribute) {
        return attribute != null && PathValues.unfit(entity, attribute, attribute.type()) == null;
    }

    /** Whether its items are named by one value that fits a path, so that others can hang under them. */
    boolean canBeParent() {
        return identity.size() == 1 && fits(identity.get(0));
    }

    boolean fits(String attribute) {
        Attribute known = entity.attributes().get(attribute);
        return fitsPath(entity, known);
    }

    /** The attributes of the identity behind the parent's. */
    List<String> own() {
        return identity.stream().filter(name -> !name.equals(parent)).toList();
    }

    /** {@code tags} for SiteTag under a Site: what the path says already is not said again. */
    String nounUnder(Entity other) {
        return unprefixed(other, noun);
    }

    /** {@code test-case}; {@code tag} for SiteTag under a Site. */
    String singular(Entity under) {
        String singular = Wording.kebab(entity.name());
        return under == null ? singular : unprefixed(under, singular);
    }

    private static String unprefixed(Entity other, String noun) {
        String prefix = Wording.kebab(other.name()) + "-";
        return noun.startsWith(prefix) ? noun.substring(prefix.length()) : noun;
    }

    /** A pattern's name without what the path says already: {@code by-email} for {@code userByEmail}; the whole of it when nothing is left. */
    String action(String pattern, Entity under) {
        List<String> words = new ArrayList<>(Wording.words(pattern));
        List<String> own = Wording.words(entity.name());
        if (!remove(words, own)) {
            for (int length = own.size() - 1; length > 0; length--) {
                List<String> beginning = own.subList(0, length);
                if (begins(words, beginning, 0)) {
                    words.subList(0, length).clear();
                    break;
                }
            }
        }
        if (under != null) {
            List<String> names = Wording.words(under.name());
            int at = words.size() - names.size();
            if (at > 0
                    && begins(words, names, at)
                    && Set.of("of", "on", "for", "in", "by", "from").contains(words.get(at - 1))) {
                words.subList(at - 1, words.size()).clear();
            }
        }
        return words.isEmpty() ? null : String.join("-", words);
    }

    private static boolean remove(List<String> words, List<String> name) {
        for (int at = 0; at + name.size() <= words.size(); at++) {
            if (begins(words, name, at)) {
                words.subList(at, at + name.size()).clear();
                return true;
            }
        }
        return false;
    }

    /** Whether the words of a name stand there, the last one perhaps as a plural. */
    private static boolean begins(List<String> words, List<String> name, int at) {
        if (at + name.size() > words.size()) {
            return false;
        }
        for (int i = 0; i < name.size(); i++) {
            String word = words.get(at + i);
            boolean isLast = i == name.size() - 1;
            if (!word.equals(name.get(i)) && !(isLast && word.equals(Wording.plural(name.get(i))))) {
                return false;
            }
        }
        return true;
    }
}
