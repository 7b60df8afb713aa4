package dev.partita.plan.internal.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.partita.Seed;
import dev.partita.design.Design;
import dev.partita.design.Source;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Place;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Templates that meet, and templates that never do. */
class OverlapTest {

    private static final Design DESIGN = new Design(
            "test",
            null,
            new Source("test", ""),
            null,
            "#",
            ZoneOffset.UTC,
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            null,
            Map.of(),
            List.of(),
            Map.of(),
            Map.of(),
            List.of());

    private static final Entity ENTITY = new Entity(
            "Thing",
            null,
            "main",
            null,
            Map.of(),
            List.of(),
            Map.of(
                    "id", attribute("id", Type.Simple.STRING),
                    "tag", attribute("tag", Type.Simple.STRING),
                    "number", attribute("number", Type.Simple.INTEGER),
                    "createdAt", attribute("createdAt", Type.Simple.EPOCH_SECONDS),
                    "ulid", attribute("ulid", Type.Simple.ULID),
                    "kind", attribute("kind", new Type.Enumeration(null, List.of("a", "ab", "b"), false, null))),
            List.of(),
            null,
            null,
            null,
            null,
            null,
            List.of(),
            List.of(),
            null,
            null);

    @Test
    void differentLiteralsNeverMeet() {
        assertFalse(mayEqual("USER#{id}", "PLAN#{id}"));
        assertFalse(mayEqual("META", "TC#{number:05}"));
        assertFalse(mayEqual("META#", "URL#{id}"));
    }

    @Test
    void aVariableTakesWhatALiteralSays() {
        assertEquals(Optional.of("USER#a"), Overlap.common(look("USER#{id}"), look("USER#a")));
        assertTrue(mayEqual("{id}", "META"));
        assertTrue(mayEqual("USER#{id}", "USER#{tag}"));
    }

    @Test
    void aValueNeverHoldsTheSeparator() {
        assertFalse(mayEqual("SITE#{id}", "SITE#{id}#COMMENT#{tag}"));
        assertFalse(mayEqual("USER#{id}", "USER#"));
    }

    @Test
    void aLoneValueMayHoldTheSeparator() {
        assertTrue(mayEqual("{id}", "SITE#{id}#COMMENT#{tag}"));
    }

    @Test
    void aRawOrShortenedValueMayHoldTheSeparator() {
        assertTrue(mayEqual("SITE#{id:raw}", "SITE#{id}#COMMENT#{tag}"));
        assertTrue(mayEqual("URL#{id:shorten}", "URL#{id}#{tag}"));
    }

    @Test
    void widthsAndCharactersTellPartsApart() {
        assertFalse(mayEqual("{createdAt:newest-first}#{id}", "{createdAt:date}#{id}"));
        assertFalse(mayEqual("N#{number:05}", "N#{ulid}"));
        assertTrue(mayEqual("N#{number:05}", "N#{number}"));
        assertFalse(mayEqual("X#{id:hash}", "X#META"));
        assertFalse(mayEqual("X#{id:lower}", "X#META"));
        assertTrue(mayEqual("X#{id:upper}", "X#META"));
    }

    @Test
    void aClosedChoiceIsOnlyItsValues() {
        assertFalse(mayEqual("{kind}#x", "c#{id}"));
        assertTrue(mayEqual("{kind}#x", "ab#{id}"));
    }

    @Test
    void aPrefixThatEndsInAVariableTakesLongerValuesToo() {
        assertTrue(covers("SITE#1", "SITE#{id}"));
        assertEquals(Optional.of("SITE#11"), Overlap.beginning(look("SITE#1"), look("SITE#{id:upper}1")));
        assertTrue(covers("SITE#{id}", "SITE#{id}#COMMENT#{tag}"));
        assertFalse(covers("SITE#{id}#COMMENT#", "SITE#{id}"));
        assertTrue(covers("", "META"));
        assertFalse(covers("TC#", "META"));
    }

    @Test
    void aPartEndsWhereItsFollowerCannotBeInsideIt() {
        assertTrue(look("USAGE#{createdAt:date}#{id}").endsAtBoundary(1));
        assertTrue(look("USAGE#{id}#{tag}").endsAtBoundary(1));
        assertFalse(look("USAGE#{id}-{tag}").endsAtBoundary(1));
        assertFalse(look("USAGE#{id:raw}#{tag}").endsAtBoundary(1));
        assertFalse(look("SITE#{id}").endsAtBoundary(1));
        assertTrue(look("TC#{number:05}").endsAtBoundary(1));
    }

    @Test
    void widthsAddUp() {
        assertEquals(8, look("TC#{number:05}").fixedWidth());
        assertEquals(-1, look("TC#{number}").fixedWidth());
        assertEquals(31, look("HIST#{ulid}").fixedWidth());
        assertEquals(-1, look("{kind}#").fixedWidth());
    }

    @Test
    void whatIsFoundIsWhatAllTextsTogetherSay() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int round = 0; round < 3_000; round++) {
            String one = template(random);
            String other = template(random);
            String what = "seed " + seed + ": " + one + " and " + other;
            Optional<String> common = Overlap.common(look(one), look(other));
            Optional<String> beginning = Overlap.beginning(look(one), look(other));
            common.ifPresent(text -> {
                assertTrue(regex(one).matcher(text).matches(), what + " by " + text);
                assertTrue(regex(other).matcher(text).matches(), what + " by " + text);
            });
            beginning.ifPresent(text -> {
                assertTrue(regex(one).matcher(text).lookingAt(), what + " by " + text);
                assertTrue(regex(other).matcher(text).matches(), what + " by " + text);
            });
            if (common.isEmpty() || beginning.isEmpty()) {
                Set<String> ones = texts(one);
                for (String text : texts(other)) {
                    assertFalse(common.isEmpty() && ones.contains(text), what + " by " + text);
                    assertFalse(beginning.isEmpty() && ones.stream().anyMatch(text::startsWith), what + " by " + text);
                }
            }
        }
    }

    private static String template(Random random) {
        StringBuilder text = new StringBuilder();
        int parts = random.nextInt(4) + (random.nextInt(8) == 0 ? 0 : 1);
        for (int i = 0; i < parts; i++) {
            text.append(
                    switch (random.nextInt(8)) {
                        case 0 -> "a";
                        case 1 -> "b";
                        case 2, 3 -> "#";
                        case 4, 5 -> "{id}";
                        case 6 -> "{kind}";
                        default -> "{tag:raw}";
                    });
        }
        return text.toString();
    }

    /** All texts of a template whose values have at most two of the characters a, b and the separator. */
    private static Set<String> texts(String template) {
        Set<String> texts = new LinkedHashSet<>(List.of(""));
        boolean lone = read(template).isLone();
        List<String> open = new ArrayList<>(List.of("a", "b", "aa", "ab", "ba", "bb"));
        List<String> raw = new ArrayList<>(open);
        raw.addAll(List.of("#", "a#", "#a", "b#", "#b", "##"));
        for (Template.Part part : read(template).parts()) {
            List<String> values = part instanceof Template.Literal literal
                    ? List.of(literal.text())
                    : switch (((Template.Variable) part).attribute()) {
                        case "kind" -> List.of("a", "ab", "b");
                        case "tag" -> raw;
                        default -> lone ? raw : open;
                    };
            Set<String> longer = new LinkedHashSet<>();
            texts.forEach(text -> values.forEach(value -> longer.add(text + value)));
            texts = longer;
        }
        return texts;
    }

    private static Pattern regex(String template) {
        return Pattern.compile(
                (read(template).isLone() ? template.replace("{id}", "(.+)") : template)
                        .replace("{id}", "([^#]+)")
                        .replace("{kind}", "(a|ab|b)")
                        .replace("{tag:raw}", "(.+)"),
                Pattern.DOTALL);
    }

    private static boolean mayEqual(String one, String other) {
        boolean answer = Overlap.mayEqual(look(one), look(other));
        assertEquals(answer, Overlap.mayEqual(look(other), look(one)), "the same both ways round");
        return answer;
    }

    private static boolean covers(String prefix, String template) {
        return Overlap.prefixCovers(look(prefix), look(template));
    }

    private static KeyShape look(String template) {
        return KeyShape.of(DESIGN, ENTITY, "sk", read(template));
    }

    private static Template read(String text) {
        Place place = Place.START;
        List<Template.Part> parts = new ArrayList<>();
        java.util.regex.Matcher part = Pattern.compile("\\{([^}]*)}|[^{]+").matcher(text);
        while (part.find()) {
            if (part.group(1) == null) {
                parts.add(new Template.Literal(part.group(), place));
            } else {
                String[] words = part.group(1).split(":");
                List<Template.Format> formats = new ArrayList<>();
                for (int i = 1; i < words.length; i++) {
                    formats.add(
                            words[i].matches("0\\d+")
                                    ? new Template.Format(Template.Format.Kind.PAD, Integer.parseInt(words[i]))
                                    : new Template.Format(
                                            Template.Format.Kind.valueOf(
                                                    words[i].toUpperCase().replace('-', '_')),
                                            0));
                }
                parts.add(new Template.Variable(words[0], formats, place));
            }
        }
        return new Template(text, parts, place);
    }

    private static Attribute attribute(String name, Type type) {
        return Attribute.of(name, type);
    }
}
