package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Template;
import dev.partita.plan.Compiled;
import java.util.Objects;
import java.util.stream.Stream;

/** A key of a shared table that is named after a field of one entity. */
final class KeyNamedAfterField implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream()
                .filter(t -> design.entitiesOf(t).size() > 1)
                .flatMap(t -> Stream.of(t.partition(), t.sort())
                        .filter(Objects::nonNull)
                        .filter(k -> k.name().matches(".*[a-z](Id|_id|Name|_name|Email|Key)|email|name|user|date"))
                        .filter(k -> design.entitiesOf(t).stream()
                                        .map(e -> e.key().get(k.name()))
                                        .filter(Objects::nonNull)
                                        .map(Template::text)
                                        .distinct()
                                        .count()
                                > 1)
                        .map(k -> found(
                                t.id(),
                                k.place(),
                                "the key " + k.name() + " of " + t.id() + " holds other things as well",
                                "call the keys of a shared table pk and sk")));
    }
}
