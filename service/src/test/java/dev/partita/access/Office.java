package dev.partita.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Pattern;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.plan.Request;
import dev.partita.plan.Result;
import dev.partita.plan.Written;
import dev.partita.runtime.Database;
import dev.partita.runtime.PageRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A design with people, roles and things that belong to them, called as the service calls it. */
final class Office implements AutoCloseable {

    static final String DESIGN = """
            design: office
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  byTopic: { partition: topic, sort: pk, projection: all }
                  byAuthor: { partition: au, sort: pk, projection: all }
            identity: { subject: sub, groups: groups }
            roles:
              admin:     { group: admins }
              staff:     { entity: User, by: userId, when: isStaff }
              publisher: { entity: User, by: userId, when: plan.canPublish }
              editor:    { membership: Membership, by: userId, group: groupName, permission: Group.permissions contains notes.edit, everywhere: true }
              member:    { membership: Membership, by: userId, group: groupName, everywhere: true }
            entities:
              Plan:
                key: { pk: "PLAN#{name}", sk: META }
                attributes: { name: string, canPublish: { type: flag, default: false } }
              User:
                key: { pk: "USER#{userId}", sk: META }
                owner: userId
                attributes:
                  userId: { type: string, generate: "usr_{ulid}" }
                  email: { type: string, normalise: [trim, lower], unique: true }
                  isStaff: { type: flag, default: false }
                  plan: { type: string, references: Plan }
              Group:
                key: { pk: "GROUP#{name}", sk: META }
                attributes: { name: string, permissions: list of string }
              Membership:
                key: { pk: "USER#{userId}", sk: "GROUP#{groupName}" }
                owner: userId
                attributes:
                  userId: { type: string, references: User, on-delete: cascade }
                  groupName: { type: string, references: Group, on-delete: cascade }
              Note:
                key: { pk: "NOTE#{noteId}", sk: META }
                owner: author
                version: version
                soft-delete: { at: deletedAt }
                attributes:
                  noteId: { type: string, generate: ulid }
                  author: { type: string, stored: au, prefix: "USER#", required: true }
                  topic: string
                  title: { type: string, unique: true }
                  text: { type: string, stored: tx }
                  tags: { type: list of string, max-items: 2 }
                  version: integer
                  deletedAt: { type: timestamp, set: on-delete }
              Line:
                key: { pk: "NOTE#{noteId}", sk: "LINE#{number:03}" }
                attributes:
                  noteId: { type: string, references: Note, on-delete: cascade }
                  number: integer
                  text: string
              Desk:
                key: { pk: "DESK#{deskId}", sk: META }
                owner: sitter
                attributes: { deskId: string, sitter: string, label: string }
              Chair:
                key: { pk: "CHAIR#{chairId}", sk: META }
                attributes: { chairId: string, deskId: { type: string, references: Desk, on-delete: refuse } }
              Score:
                key: { pk: "USER#{number}", sk: SCORE }
                owner: number
                attributes: { number: integer, points: integer }
            patterns:
              signUp:      { create: User, set: { isStaff: false }, allow: anyone }
              hire:        { create: User, allow: admin }
              user:        { get: User, by: userId, allow: [owner, staff] }
              userByEmail: { get: User, by: email, allow: [owner, staff] }
              changeEmail: { update: User, by: userId, change: [email], allow: owner }
              setStaff:    { update: User, by: userId, change: [isStaff], allow: admin }
              leave:       { delete: User, by: userId, allow: owner }
              makePlan:    { put: Plan, allow: admin }
              makeGroup:   { put: Group, allow: admin }
              join:        { create: Membership, allow: admin }
              groups:      { list: Membership, by: userId, allow: owner }
              write:       { create: Note, allow: owner }
              writeHere:   { create: Note, set: { author: me }, allow: owner }
              writeAll:    { create: Note, with: Line, allow: owner }
              note:        { get: Note, by: noteId, allow: [owner, staff, editor] }
              noteBare:    { get: Note, by: noteId, return: [noteId, text], allow: [owner, admin] }
              whole:       { read: [Note, Line], by: noteId, allow: owner }
              byTitle:     { get: Note, by: title, then: whole, allow: signed-in }
              byTopic:     { list: Note, by: topic, page: 10, allow: [owner, admin] }
              countTopic:  { count: Note, by: topic, allow: [owner, admin] }
              mine:        { list: Note, by: author, page: 10, allow: owner }
              stated:      { list: Note, index: byAuthor, key: { au: "USER#{author}" }, allow: owner }
              prefixed:    { list: Note, index: byTopic, key: { topic: "{topic}", pk: { begins-with: "NOTE#" } }, allow: owner }
              writeAndMove: { transact: [write, moveDesk], allow: signed-in }
              desk2:       { gather: [mine, note], allow: [owner, admin] }
              overview:    { gather: [mine, note] }
              edit:        { update: Note, by: noteId, change: [text, tags], allow: [owner, editor] }
              addTags:     { update: Note, by: noteId, append: [tags], allow: owner }
              retitle:     { update: Note, by: title, change: [title], allow: owner }
              giveAway:    { update: Note, by: noteId, change: [author], allow: [owner, staff] }
              bin:         { delete: Note, by: noteId, allow: [owner, staff] }
              burn:        { delete: Note, by: noteId, hard: true, allow: owner }
              unbin:       { restore: Note, by: noteId, allow: owner }
              replace:     { put: Note, allow: owner }
              takeDesk:    { put: Desk, allow: owner }
              desk:        { get: Desk, by: deskId, allow: owner }
              clearDesk:   { delete: Desk, by: deskId, allow: owner }
              moveDesk:    { update: Desk, by: deskId, change: [label], allow: owner }
              addChair:    { create: Chair, allow: admin }
              moveAndEdit: { transact: [moveDesk, edit], allow: signed-in }
              bothOwned:   { transact: [moveDesk, publish], allow: owner }
              publish:     { update: Note, by: noteId, change: [topic], allow: [publisher, signed-in] }
              score:       { get: Score, by: number, allow: owner }
              setScore:    { put: Score, allow: owner }
              unsaid:      { get: Plan, by: name }
              forMembers:  { get: Plan, by: name, allow: member }
              forPublishers: { get: Plan, by: name, allow: publisher }
              forStaff:    { get: Plan, by: name, allow: staff }
            """;

    final MovableClock clock = new MovableClock();
    final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
    final Partita partita = Partita.inMemory(Engine.Options.defaults().withClock(clock));
    final Database database;
    final Access access;

    Office() {
        this(DESIGN);
    }

    Office(String design) {
        Reading reading = Reader.read(new Source("office.yaml", design));
        assertThat(reading.findings()).isEmpty();
        Design read = reading.design();
        this.database = Database.builder(read, (request, context) -> {
                    requests.add(request);
                    return partita.endpoint().call(request);
                })
                .clock(clock)
                .environment(Map.of())
                .build();
        database.createTables();
        this.access = Access.of(database, clock);
        requests.clear();
    }

    static Caller as(String subject, String... groups) {
        return Caller.signedIn(subject, Set.of(groups));
    }

    Pattern pattern(String name) {
        return database.design().patterns().get(name);
    }

    Decision decide(Caller caller, String pattern, Map<String, Object> arguments) {
        return access.decide(caller, pattern(pattern), arguments);
    }

    Result read(Caller caller, String pattern, Map<String, Object> arguments) {
        Decision decision = decide(caller, pattern, arguments);
        return database.as(caller.subject())
                .read(pattern, decision.arguments(), PageRequest.first(), access.sight(decision));
    }

    Written write(Caller caller, String pattern, Map<String, Object> arguments) {
        Decision decision = decide(caller, pattern, arguments);
        return access.guard(decision, database.as(caller.subject()).write(pattern, decision.arguments()))
                .run();
    }

    @Override
    public void close() {
        partita.close();
    }
}
