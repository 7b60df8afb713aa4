package dev.partita.fuzz;

import dev.partita.access.TokenTarget;
import dev.partita.design.TemplateTarget;
import dev.partita.engine.StoredTarget;
import dev.partita.exchange.WorkbenchTarget;
import dev.partita.expression.ExpressionTarget;
import dev.partita.http.HttpTarget;
import dev.partita.item.KeyTarget;
import dev.partita.lint.DesignTarget;
import dev.partita.plan.CursorTarget;
import dev.partita.service.RequestTarget;
import dev.partita.store.JournalTarget;
import dev.partita.wire.WireTarget;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** Every parser and decoder, by the name of its corpus. */
final class Targets {

    /** @param classes whose branches lead Jazzer, with a colon between them */
    record Entry(Callable<Target> target, String classes) {}

    static final Map<String, Entry> ALL = new TreeMap<>(Map.ofEntries(
            entry("cursor", CursorTarget::new, "plan.internal.read.ListPosition*", "plan.AnswerReader*"),
            entry("design", DesignTarget::new, "design.**"),
            entry("expression", ExpressionTarget::new, "expression.**"),
            entry("http", HttpTarget::new, "http.**"),
            entry("journal", JournalTarget::new, "store.Journal*"),
            entry("key", KeyTarget::new, "item.**"),
            entry("request", RequestTarget::new, "service.**", "runtime.Cursor*", "plan.internal.value.**"),
            entry("stored", StoredTarget::new, "item.**", "engine.internal.table.**", "engine.read.Shard*"),
            entry("template", TemplateTarget::new, "design.**", "plan.internal.key.Key*"),
            entry("token", TokenTarget::new, "access.**"),
            entry("wire", WireTarget::new, "wire.**", "expression.**"),
            entry("workbench", WorkbenchTarget::new, "exchange.**")));

    private Targets() {}

    static Target named(String name) throws Exception {
        return ALL.get(name).target().call();
    }

    private static Map.Entry<String, Entry> entry(String name, Callable<Target> target, String... classes) {
        return Map.entry(name, new Entry(target, "dev.partita." + String.join(":dev.partita.", classes)));
    }
}
