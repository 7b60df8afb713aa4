package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A role whose group is called as the role is, but for a letter. */
public final class GroupMisspelt implements Rule.Warning {

    private static final int LONG_ENOUGH = 4;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().roles().values().stream()
                .filter(GroupMisspelt::isSlip)
                .map(role -> found(
                        role.name(),
                        role.node().placeOf("group"),
                        "the role " + role.name() + " is for the group " + Examples.quoted(role.group())
                                + ", which is spelt otherwise",
                        Help.edit(Edit.put(role.name(), "roles", role.name(), "group"))));
    }

    private static boolean isSlip(Design.Role role) {
        return role.group() != null
                && role.name().length() > LONG_ENOUGH
                && Spelling.isSlip(role.name(), role.group())
                && !role.group().startsWith(role.name())
                && !role.name().startsWith(role.group());
    }
}
