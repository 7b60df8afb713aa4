package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute.OnDelete;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.json.JsonText;
import dev.partita.plan.Answer;
import dev.partita.plan.EndpointException;
import dev.partita.plan.OutcomeUnknown;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.DeleteNote;
import dev.partita.plan.internal.request.TableRequests;
import dev.partita.plan.internal.value.Sha256;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Deletes whose children are still going. Each is noted in the transaction that deletes the parent, and struck out when the last child is
 * gone. A note that stays is the proof that somebody who might do so deleted the parent, and was cut off: whoever finds it can finish it.
 *
 * <p>Each note is an item of its own. They share a partition, so that one query finds them all.
 */
public final class Unfinished {

    static final String KEY = "PARTITA#UNFINISHED";

    /** A note of this age is not one that somebody is at work on. */
    private static final Duration CUT_OFF = Duration.ofSeconds(30);

    private final WriteModel model;
    private final Map<String, Optional<Table>> homes = new ConcurrentHashMap<>();

    Unfinished(WriteModel model) {
        this.model = model;
    }

    /** Whether deletes of an entity are noted: it has children that go with it, and a table has room for notes. */
    public boolean notes(Entity parent) {
        return !model.references(parent, OnDelete.CASCADE).isEmpty() && home(parent) != null;
    }

    void describe(WriteOutline outline, Entity parent) {
        outline.action("PutItem", "the note " + shown(parent), WriteCost.SMALL)
                .detail("says that what refers to the " + parent.name() + " is to go, too");
    }

    void describeEnd(WriteOutline outline, Entity parent) {
        outline.write("DeleteItem the note " + shown(parent), WriteCost.SMALL);
    }

    private String shown(Entity parent) {
        return home(parent).partition().name() + " = " + KEY;
    }

    /**
     * Notes a delete in the transaction that makes it.
     *
     * @param item the item that goes
     * @param told what of it tells whose it was
     */
    void add(WriteDraft draft, WriteRun run, Codec parent, Item item, Item told) {
        Item key = parent.keyOf(item);
        Map<String, AttributeValue> seen = new LinkedHashMap<>(told.toMap());
        seen.putAll(referred(parent, item));
        seen.putAll(key.toMap());
        DeleteNote note = new DeleteNote(
                model.design().name(),
                parent.entity().name(),
                Item.of(seen),
                run.now().getEpochSecond());
        Table home = home(parent.entity());
        Item place = place(home, parent, key);
        draft.item(run.tableName(home), place).put(note.stored(place));
    }

    /** What its children refer to, where the key does not give it back. */
    private Map<String, AttributeValue> referred(Codec parent, Item item) {
        Map<String, AttributeValue> referred = new LinkedHashMap<>();
        for (String name : model.referred(parent.entity(), OnDelete.CASCADE)) {
            String stored = parent.entity().attributes().get(name).stored();
            if (!parent.isGivenByKey(name) && stored != null && item.get(stored) != null) {
                referred.put(stored, item.get(stored));
            }
        }
        return referred;
    }

    /** What was noted of an item that is gone, when what referred to it may still be there. */
    Optional<Item> find(WriteRun run, Codec parent, Item key) {
        Table home = home(parent.entity());
        Item item = run.call(Request.GetItem.strong(run.tableName(home), place(home, parent, key)))
                .item();
        return Optional.ofNullable(item.isPresent() ? DeleteNote.of(item) : null)
                .map(DeleteNote::seen);
    }

    /** The last child is gone. When that cannot be noted, whoever finds the note finds nothing to do. */
    void strike(WriteRun run, Codec parent, Item key) {
        try {
            run.execute(new Striking(run, parent, key));
        } catch (EndpointException | WriteRefused | OutcomeUnknown stays) {
            // It stays.
        }
    }

    private final class Striking implements WriteOperation.Prepared {

        private final WriteRun run;
        private final Codec parent;
        private final Item key;

        Striking(WriteRun run, Codec parent, Item key) {
            this.run = run;
            this.parent = parent;
            this.key = key;
        }

        @Override
        public String subject() {
            return parent.entity().name();
        }

        @Override
        public void draft(WriteDraft draft) {
            Table home = home(parent.entity());
            draft.item(run.tableName(home), place(home, parent, key)).delete().harmless();
        }

        @Override
        public Written result(Answer answer) {
            return new Written(Written.Outcome.DONE, subject(), Map.of(), List.of(), 0);
        }
    }

    /** Finishes what was noted of one item. */
    void finish(WriteRun run, Codec parent, Item seen) {
        Item key = parent.keyOf(seen);
        new Cascade(model, parent.entity()).finish(run, parent.decode(seen), key);
        strike(run, parent, key);
    }

    /**
     * Finishes everything that was cut off. One that cannot be finished now does not hold up the others.
     *
     * @return how many deletes that were
     * @throws RuntimeException of the first that could not be finished, when none was; whoever looks again hears of it then
     */
    public int finishAll(WriteRun run) {
        int finished = 0;
        RuntimeException failed = null;
        List<Table> homes = model.design().entities().values().stream()
                .filter(this::notes)
                .map(this::home)
                .distinct()
                .toList();
        for (Table home : homes) {
            for (DeleteNote note : notes(run, home)) {
                Codec parent = model.design().name().equals(note.design()) ? model.codec(note.entity()) : null;
                // Whoever wrote a note of the future has a clock that is ahead.
                long age = Math.abs(run.now().getEpochSecond() - note.at());
                if (parent != null && age >= CUT_OFF.toSeconds()) {
                    try {
                        finish(run, parent, note.seen());
                        finished++;
                    } catch (RuntimeException stays) {
                        failed = failed == null ? stays : failed;
                    }
                }
            }
        }
        if (failed != null && finished == 0) {
            throw failed;
        }
        return finished;
    }

    private static List<DeleteNote> notes(WriteRun run, Table home) {
        List<DeleteNote> notes = new ArrayList<>();
        Request.Query query = new Request.Query(
                run.tableName(home),
                null,
                "#n0 = :v0",
                null,
                null,
                Map.of("#n0", home.partition().name()),
                Map.of(":v0", new AttributeValue.S(KEY)),
                true,
                true,
                false,
                null,
                null);
        Item after = null;
        do {
            Answer answer = run.call(query.after(after));
            answer.items().stream().map(DeleteNote::of).filter(Objects::nonNull).forEach(notes::add);
            after = answer.lastEvaluatedKey();
        } while (after != null);
        return notes;
    }

    private Item place(Table home, Codec parent, Item key) {
        StringBuilder text =
                new StringBuilder(model.design().name() + "\n" + parent.entity().name());
        parent.table().keyNames().forEach(part -> text.append('\n').append(JsonText.of(key.get(part))));
        return key(home, Sha256.hex(text.toString()));
    }

    private static Item key(Table home, String name) {
        return Item.of(Map.of(
                home.partition().name(), new AttributeValue.S(KEY), home.sort().name(), new AttributeValue.S(name)));
    }

    /** The entity's own table, or another, where no item of any entity can have such a key; null when there is none. */
    private Table home(Entity parent) {
        return homes.computeIfAbsent(parent.name(), name -> findHome(parent)).orElse(null);
    }

    private Optional<Table> findHome(Entity parent) {
        return Stream.concat(Stream.of(model.design().tableOf(parent)), model.design().tables().values().stream())
                .filter(this::hasRoom)
                .findFirst();
    }

    private boolean hasRoom(Table table) {
        TableRequests requests = new TableRequests(model.design(), Map.of());
        return table.sort() != null
                && table.keyNames().stream()
                        .allMatch(name -> requests.type(table, name).equals("S"))
                && model.design().entitiesOf(table).stream()
                        .allMatch(entity -> !model.codec(entity.name()).holds(key(table, Sha256.hex(""))));
    }
}
