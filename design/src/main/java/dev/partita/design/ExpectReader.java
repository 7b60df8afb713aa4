package dev.partita.design;

/** Expected volumes, of an entity or of a pattern. */
final class ExpectReader {

    static Entity.Expect read(Fields owner, Words words, Problems problems) {
        if (!owner.has("expect")) {
            return null;
        }
        Fields f = Fields.of(owner.node("expect"), words, owner.subject(), problems);
        boolean forever =
                f.node("keep") instanceof Node.Text keep && keep.value().equals("forever");
        return new Entity.Expect(
                f.whole("items"),
                f.bytes("size"),
                f.whole("per-day"),
                f.converted("peak", "a number of requests a second", text -> {
                    var number = Quantities.number(text);
                    return number == null || number.signum() < 0 ? null : (Double) number.doubleValue();
                }),
                f.converted("hit-rate", "a share, such as `90 %`", Quantities::share),
                forever
                        ? null
                        : f.converted("keep", "a duration, such as `90 days`, or `forever`", Quantities::seconds),
                forever,
                f.map());
    }

    private ExpectReader() {}
}
