package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A part that is for its owner or for members of its group, and for whoever calls the whole. */
public final class TogetherBesideOwner implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.patterns().values().stream()
                .filter(pattern -> pattern.allow().contains("together"))
                .flatMap(pattern -> pattern.allow().stream()
                        .filter(word -> isOfItems(design, word))
                        .limit(1)
                        .map(word -> found(
                                pattern.name(),
                                NamePlaces.option(design, pattern, "allow"),
                                "`together` has no effect beside " + word
                                        + ": the part is theirs in a transaction, too",
                                Help.edit(Edit.ofPattern(pattern, "allow", others(pattern)))
                                        .or(Edit.ofPattern(pattern, "allow", "together")))));
    }

    private static boolean isOfItems(Design design, String word) {
        Design.Role role = design.roles().get(word);
        return word.equals("owner") || role != null && role.isOfGroups();
    }

    private static String others(Pattern pattern) {
        List<String> others = pattern.allow().stream()
                .filter(word -> !word.equals("together"))
                .toList();
        return others.size() == 1 ? others.get(0) : Edit.list(others);
    }
}
