package dev.partita.codegen;

import dev.partita.design.internal.text.Wording;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Java names as a person would choose them for the names of a design. */
public final class JavaNames {

    private static final Set<String> KEYWORDS = Set.of(
            ("abstract assert boolean break byte case catch char class const continue default do double else enum extends"
                            + " final finally float for goto if implements import instanceof int interface long native new"
                            + " package private protected public return short static strictfp super switch synchronized"
                            + " this throw throws transient try void volatile while true false null _ var yield record"
                            + " sealed permits")
                    .split(" "));

    /** What a record inherits or generated records have themselves; an accessor of that name would hide it. */
    private static final Set<String> METHODS =
            Set.of("clone equals finalize getClass hashCode notify notifyAll toString wait values builder".split(" "));

    /** Signs that tell values apart: C, C++ and C#. */
    private static final Map<Character, String> SIGNS =
            Map.of('+', "PLUS", '#', "SHARP", '*', "STAR", '%', "PERCENT", '&', "AND");

    private JavaNames() {}

    /** {@code TestCase}, {@code SiteTag} for {@code site_tag}, {@code UrlChecks} for {@code url-checks}. */
    public static String type(String name) {
        return Wording.type(name);
    }

    /** {@code createdAt}, also for {@code created_at}; {@code url} for {@code URL}. Not yet safe: see {@link #variable}. */
    public static String member(String name) {
        return Wording.member(name);
    }

    /** A name for a local variable, parameter or method: {@code class_} for {@code class}. */
    public static String variable(String name) {
        String member = member(name);
        return KEYWORDS.contains(member) ? member + "_" : member;
    }

    /** A name for a method without parameters: {@code toString_} for {@code toString}. */
    public static String method(String name) {
        String variable = variable(name);
        return METHODS.contains(variable) ? variable + "_" : variable;
    }

    /** {@code SCRIPT_GENERATION} for {@code script_generation}, {@code IN_PROGRESS} for {@code inProgress}. */
    public static String constant(String value) {
        StringBuilder constant = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean isWord = Character.isLetterOrDigit(c) && !Character.isSurrogate(c);
            boolean isHump = i > 0 && Character.isUpperCase(c) && Character.isLowerCase(value.charAt(i - 1));
            if ((isHump || !isWord) && constant.length() > 0 && constant.charAt(constant.length() - 1) != '_') {
                constant.append('_');
            }
            constant.append(isWord ? String.valueOf(c) : SIGNS.containsKey(c) ? SIGNS.get(c) + "_" : "");
        }
        String trimmed = constant.toString().replaceAll("_+$", "").toUpperCase(Locale.ROOT);
        if (trimmed.isEmpty()) {
            return value.isEmpty() ? "EMPTY" : "OTHER";
        }
        return Character.isJavaIdentifierStart(trimmed.charAt(0)) ? trimmed : "_" + trimmed;
    }

    /** A constant for each value, each another. */
    public static Map<String, String> constants(Collection<String> values) {
        Map<String, String> constants = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        values.forEach(value -> constants.put(value, unused(constant(value), "_", taken)));
        return constants;
    }

    /**
     * A name for each member of a record or builder, each another and each safe as an accessor: by the name in the design.
     * Names that differ only in their first letter would give the same {@code with…} methods.
     */
    public static Map<String, String> members(Collection<String> names) {
        Map<String, String> members = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        for (String name : names) {
            String method = method(name);
            String unused = method;
            for (int i = 2; !taken.add(capital(unused)); i++) {
                unused = method + i;
            }
            members.put(name, unused);
        }
        return members;
    }

    /** {@code TestCases} for {@code TestCase}, {@code categories} for {@code category}. */
    public static String plural(String noun) {
        return Wording.plural(noun);
    }

    /** A member's name as it stands behind {@code with} or {@code Needs}: {@code Email}; {@code Class} for {@code class_}. */
    public static String behind(String member) {
        return capital(member.endsWith("_") ? member.substring(0, member.length() - 1) : member);
    }

    /** {@code Email} for {@code email}. */
    public static String capital(String name) {
        return name.isEmpty() ? name : Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** The first of {@code wanted}, {@code wanted2} … that is not taken; it is then. */
    static String unused(String wanted, String between, Set<String> taken) {
        String name = wanted;
        for (int i = 2; !taken.add(name); i++) {
            name = wanted + between + i;
        }
        return name;
    }
}
