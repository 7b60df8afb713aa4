package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Accounts;
import java.util.stream.Stream;

/** A sign-up for anyone that has to say whose account it is. */
public final class AccountIdChosen implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        Accounts accounts = Accounts.of(design);
        Entity entity = accounts == null ? null : accounts.entity();
        Attribute owner = entity == null ? null : entity.attributes().get(entity.owner());
        if (owner == null || owner.generate() != null || owner.isComputed()) {
            return Stream.empty();
        }
        return uses.writesOf(entity)
                .filter(Pattern::makes)
                .filter(p -> uses.callers(p).contains("anyone"))
                .filter(p -> uses.entityOf(p) != entity || !p.set().containsKey(owner.name()))
                .map(p -> found(
                        p.name(),
                        NamePlaces.option(design, p, "allow"),
                        "whoever calls " + p.name() + " would choose " + owner.name()
                                + ", and so who to be; the service" + " refuses that to all who have no token",
                        help(entity, owner, p)));
    }

    private static Help help(Entity entity, Attribute owner, Pattern p) {
        String generate = owner.type() == Type.Simple.STRING || owner.type() == Type.Simple.ULID
                ? "ulid"
                : owner.type() == Type.Simple.UUID ? "uuid" : null;
        return generate == null || p.verb() != Verb.CREATE
                ? Help.edit(Edit.ofPattern(p, "allow", "owner")).saying("for those who have a token")
                : Help.edit(Edit.ofAttribute(entity, owner.name(), "generate", generate));
    }
}
