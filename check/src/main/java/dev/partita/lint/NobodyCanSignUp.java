package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A way to make an account that is open only to who has one. */
final class NobodyCanSignUp implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                With identity: { entity } a caller who has no such item is nobody: no owner, and not signed in. So a pattern that \
                makes that item for owners, or for whoever is signed in, lets in only who has an account already, and everybody \
                else is answered 403. Allow anyone, with `me` as the id where tokens come from elsewhere, or a role by a group of \
                the token.""";
    }

    @Override
    public String bad() {
        return """
                design: club
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                identity: { subject: sub, entity: User, by: userId }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    owner: userId
                    attributes:
                      userId: { type: string }
                      name: { type: string }
                patterns:
                  signUp: { create: User, allow: owner }
                  #                              ^^^^^ nobody-can-sign-up: whoever may call signUp has a User already
                  me: { get: User, by: userId, allow: owner }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("create: User, allow: owner", "create: User, set: { userId: me }, allow: anyone");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        Entity account = design.identity() == null || design.identity().entity() == null
                ? null
                : design.entities().get(design.identity().entity());
        if (account == null) {
            return Stream.empty();
        }
        List<Pattern> makers = uses.writesOf(account)
                .filter(p -> uses.entityOf(p) == account && p.verb() == Verb.CREATE)
                .toList();
        // Where people make their account in one place, another may be for who has one.
        return makers.stream().anyMatch(p -> uses.callers(p).contains("anyone"))
                ? Stream.empty()
                : makers.stream()
                        .filter(p -> isForOwn(uses, p))
                        .map(p -> found(
                                p.name(),
                                Marks.option(design, p, "allow"),
                                "whoever may call " + p.name() + " has " + Nouns.a(account.name()) + " already"
                                        + (letsOthersIn(uses, p) ? ", unless by a role" : ""),
                                "write `allow: anyone`, with `set:` of "
                                        + design.identity().by() + " to me where the token says who somebody is"));
    }

    private static boolean isForOwn(Uses uses, Pattern pattern) {
        return uses.callers(pattern).contains("owner") || uses.callers(pattern).contains("signed-in");
    }

    private static boolean letsOthersIn(Uses uses, Pattern pattern) {
        return uses.callers(pattern).stream().anyMatch(uses.design().roles()::containsKey);
    }
}
