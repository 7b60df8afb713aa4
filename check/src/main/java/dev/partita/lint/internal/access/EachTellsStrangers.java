package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A pattern that goes through the values of a list which not everybody who calls it may see. */
public final class EachTellsStrangers implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.patterns().values().stream()
                .filter(pattern -> pattern.each() != null && pattern.each().fromPattern() != null)
                .filter(pattern -> design.patterns().containsKey(pattern.each().fromPattern()))
                .flatMap(pattern -> check(
                        uses, pattern, design.patterns().get(pattern.each().fromPattern())));
    }

    private Stream<Finding> check(PatternUses uses, Pattern pattern, Pattern list) {
        List<String> listed = uses.allowed(list);
        List<String> strangers = uses.callers(pattern).stream()
                .filter(word -> !listed.isEmpty() && !maySee(uses, word, listed))
                .toList();
        if (strangers.isEmpty()) {
            return Stream.empty();
        }
        boolean isByItems = listed.stream().anyMatch(word -> uses.isOfItems(word) || word.equals("through"));
        boolean isPastable = !isByItems && !listed.contains("together");
        String words = "go through a list that they may call, which is the same for everybody";
        return Stream.of(found(
                pattern.name(),
                NamePlaces.option(uses.design(), pattern, "each"),
                String.join(" or ", strangers) + " may call " + pattern.name() + ", which shows each "
                        + pattern.each().fromAttribute() + " of " + list.name() + ", and " + list.name() + " is for "
                        + String.join(" or ", listed),
                isPastable
                        ? Help.edit(Edit.ofPattern(
                                        pattern, "allow", listed.size() == 1 ? listed.get(0) : Edit.list(listed)))
                                .or("let them call " + list.name() + ", too")
                        : Help.words(words)));
    }

    private static boolean maySee(PatternUses uses, String word, List<String> listed) {
        return listed.contains("anyone")
                || listed.contains("signed-in") && !word.equals("anyone")
                || listed.contains(word) && !uses.isOfItems(word);
    }
}
