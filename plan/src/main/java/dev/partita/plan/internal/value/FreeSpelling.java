package dev.partita.plan.internal.value;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import java.util.Locale;

/** Values that people write in several ways and mean as one: addresses, domains, tags. */
public final class FreeSpelling {

    private static final java.util.regex.Pattern SPELLED_FREELY = java.util.regex.Pattern.compile(
            "e?mail|.*(e_?mail|E-?[mM]ail|Mail)|(.*_)?(domain|host|hostname|url|uri|tag|username)|.*(Domain|Host|Hostname|Url|Uri|Tag|UserName|Username)");

    /** Whether nothing brings the spellings of the attribute together. */
    public static boolean varies(Entity entity, Attribute attribute) {
        return attribute != null
                && attribute.type() == Type.Simple.STRING
                && attribute.normalise().isEmpty()
                && attribute.pattern() == null
                && attribute.references() == null
                && attribute.derive() == null
                // What is made from another entity's values is written as that entity has it.
                && (entity.from() == null
                        || !attribute.name().equals(entity.from().as()))
                && SPELLED_FREELY.matcher(attribute.name()).matches();
    }

    /** What would, as {@code normalise:} writes it. */
    public static String cure(String attribute) {
        String name = attribute.toLowerCase(Locale.ROOT);
        return name.endsWith("url") || name.endsWith("uri")
                ? "[url]"
                : name.endsWith("domain") || name.endsWith("host") ? "[domain]" : "[trim, lower]";
    }

    private FreeSpelling() {}
}
