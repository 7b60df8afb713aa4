package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Prefixes that differ in case only. */
public final class MixedCasePrefixes implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        List<Finding> findings = new ArrayList<>();
        for (Table table : design.tables().values()) {
            Map<String, String> spellings = new HashMap<>();
            for (Entity entity : design.entitiesOf(table)) {
                for (KeyUse use : KeyUse.of(design, entity)) {
                    String word = firstWord(design, use.template());
                    String before = word == null ? null : spellings.putIfAbsent(word.toLowerCase(Locale.ROOT), word);
                    if (before != null && !before.equals(word)) {
                        findings.add(found(
                                use.subject(),
                                use.place(),
                                Examples.quoted(word) + " is spelled " + Examples.quoted(before) + " in another key of "
                                        + table.id(),
                                Repairs.isPinned(design, entity) || use.implied()
                                        ? Help.words("spell it in one way")
                                        : Help.edit(Repairs.template(
                                                use,
                                                before + use.template().text().substring(word.length())))));
                    }
                }
            }
        }
        return findings.stream();
    }

    private static String firstWord(Design design, Template template) {
        String beginning = template.beginning();
        if (beginning.isEmpty()) {
            return null;
        }
        int end = beginning.indexOf(design.separator());
        return end < 0 ? beginning : beginning.substring(0, end);
    }
}
