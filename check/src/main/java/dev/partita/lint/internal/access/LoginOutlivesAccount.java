package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Accounts;
import java.util.stream.Stream;

/** Accounts that can be deleted, and whose tokens nobody compares with them. */
public final class LoginOutlivesAccount implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        boolean isBound = design.identity() != null && design.identity().entity() != null;
        return Stream.ofNullable(Accounts.of(design))
                .filter(accounts -> !isBound && isDeleted(design, accounts.entity()))
                .map(accounts -> found(
                        accounts.entity().name(),
                        NamePlaces.attribute(accounts.entity(), accounts.password()),
                        "a login counts for an hour, also after its "
                                + accounts.entity().name() + " was deleted",
                        help(design, accounts.entity())));
    }

    /** Whoever has no such account is nobody then, so nobody else may be there who signs in. */
    private static Help help(Design design, Entity account) {
        boolean hasOthers = design.roles().values().stream()
                .anyMatch(role -> RoleNeedsOtherAccount.isOfOthers(design, role, account.name()));
        return hasOthers
                ? Help.words("let identity name an entity that all have who sign in: with entity: " + account.name()
                        + " whoever has another would be nobody")
                : Help.edit(
                        Edit.put(account.name(), "identity", "entity"), Edit.put(account.owner(), "identity", "by"));
    }

    private static boolean isDeleted(Design design, Entity entity) {
        return design.patterns().values().stream()
                .anyMatch(pattern ->
                        pattern.verb() == Verb.DELETE && pattern.entities().contains(entity.name()));
    }
}
