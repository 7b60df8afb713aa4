package dev.partita.design;

import dev.partita.design.internal.text.Quantities;
import dev.partita.design.internal.text.ReadingProblems;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Node;

/** Expected volumes, of an entity or of a pattern. */
final class ExpectReader {

    static Entity.Expect read(ConstructReader owner, Vocabulary words, ReadingProblems problems) {
        if (!owner.has("expect")) {
            return null;
        }
        ConstructReader f = ConstructReader.of(owner.node("expect"), words, owner.subject(), problems);
        boolean forever =
                f.node("keep") instanceof Node.Text keep && keep.value().equals("forever");
        return new Entity.Expect(
                f.whole("items"),
                f.bytes("size"),
                f.whole("per-day"),
                peak(f),
                hitRate(f),
                forever ? null : f.seconds("keep", "a duration, such as `90 days`, or `forever`"),
                forever,
                f.map());
    }

    private static Double peak(ConstructReader f) {
        Node.Text text = f.textNode("peak");
        var number = text == null ? null : Quantities.number(text.value());
        return f.told(
                text,
                "a number of requests a second",
                number == null || number.signum() < 0 ? null : (Double) number.doubleValue());
    }

    private static Double hitRate(ConstructReader f) {
        Node.Text text = f.textNode("hit-rate");
        return f.told(text, "a share, such as `90 %`", text == null ? null : Quantities.share(text.value()));
    }

    private ExpectReader() {}
}
