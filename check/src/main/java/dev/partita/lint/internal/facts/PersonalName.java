package dev.partita.lint.internal.facts;

import dev.partita.design.model.Attribute;
import java.util.regex.Pattern;

/** What is about a person: by its mark, or by a name that leaves no doubt. */
public final class PersonalName {

    private static final Pattern PERSONAL = Pattern.compile(
            "e_?mail(_?address)?|(tele)?phone(_?number)?|mobile(_?number)?|birth_?(day|date)|date_?of_?birth|ssn"
                    + "|passport_?number|iban",
            Pattern.CASE_INSENSITIVE);

    public static boolean isOf(Attribute attribute) {
        return attribute.personal() || PERSONAL.matcher(attribute.name()).matches();
    }

    private PersonalName() {}
}
