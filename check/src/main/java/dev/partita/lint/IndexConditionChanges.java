package dev.partita.lint;

/** A condition of an index or a role that depends on what is not known when it is judged. */
final class IndexConditionChanges implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                The when: of an index is judged when an item is written, and not again before the next write. An item that was in the future then \
                stays in the index when it has passed, and what a caller gives to a reading pattern is not known at the write at all. So when: speaks \
                of the item alone. Put the time into the index's sort key and ask for startsAt > now in the pattern; put what callers choose \
                by into the key. The when: of a role has no arguments for the same reason: nobody gives them.""";
    }

    @Override
    public String bad() {
        return """
                design: events
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                entities:
                  Event:
                    key: { pk: "EVENT#{eventId}", sk: META }
                    GSI1: { when: "startsAt > now", gsi1pk: "CITY#{city}", gsi1sk: "{startsAt}#{eventId}" }
                    #                         ^^^ index-condition-changes: `when` is judged when the item is written
                    attributes:
                      eventId: { type: ulid, generate: ulid }
                      city: { type: string, required: true }
                      startsAt: { type: timestamp, required: true }
                patterns:
                  upcoming: { list: Event, by: city, where: startsAt > now, order: oldest-first }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("when: \"startsAt > now\", ", "");
    }
}
