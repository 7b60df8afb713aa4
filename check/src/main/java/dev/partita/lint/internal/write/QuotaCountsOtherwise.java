package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A quota whose counter item is another one than per: says. */
public final class QuotaCountsOtherwise implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.quotas().values().stream()
                .filter(quota -> !quota.item().isEmpty())
                .filter(quota -> !said(quota).equals(kept(quota)))
                .map(quota -> found(
                        quota.name(),
                        quota.node().placeOf("per"),
                        quota.name() + " says that it counts " + per(said(quota)) + ", and its item counts "
                                + per(kept(quota)),
                        Help.edit(Edit.put(Edit.list(List.copyOf(kept(quota))), "quotas", quota.name(), "per"))));
    }

    private static Set<String> said(Quota quota) {
        return shown(quota.per().stream());
    }

    private static Set<String> kept(Quota quota) {
        return shown(quota.item().values().stream().flatMap(template -> template.variables()));
    }

    private static Set<String> shown(Stream<Variable> parts) {
        return parts.map(part -> part.attribute()
                        + (part.period() == null
                                ? ""
                                : ":" + part.period().name().toLowerCase(Locale.ROOT)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String per(Set<String> parts) {
        return parts.isEmpty() ? "all together" : "per " + String.join(", ", parts);
    }
}
