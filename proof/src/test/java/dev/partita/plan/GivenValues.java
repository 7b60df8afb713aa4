package dev.partita.plan;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.plan.internal.value.Coercion;
import dev.partita.plan.internal.value.Storing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Values as callers give them, made logical ones of every type there is, and then stored. */
public final class GivenValues {

    private static final Design DESIGN =
            Reader.read(new Source("fuzz.yaml", """
                    design: fuzz
                    types:
                      Kind: { enum: [a, b] }
                      Place: { record: { city: { type: string, required: true }, at: integer } }
                    tables: { main: { key: { partition: pk } } }
                    entities:
                      Thing:
                        key: { pk: "{id}" }
                        attributes:
                          id: string
                          text: { type: string, normalise: [trim, lower], length: 1..50 }
                          mail: { type: string, normalise: [trim, lower] }
                          count: integer
                          flagged: flag
                          few: { type: integer, range: -5..5 }
                          amount: decimal
                          money: { type: decimal, range: 0.. }
                          flag: boolean
                          bytes: binary
                          at: timestamp
                          day: date
                          iso: iso-time
                          secret: password
                          more: map of decimal
                          precise: timestamp-millis
                          seconds: epoch-seconds
                          millis: epoch-millis
                          uuid: uuid
                          ulid: ulid
                          kind: Kind
                          place: Place
                          places: list of Place
                          numbers: list of decimal
                          words: set of string
                          ids: set of integer
                          any: any
                    """)).design();

    private static final Entity THING = DESIGN.entities().get("Thing");

    private GivenValues() {}

    /** Each is stored, or told to be wrong. */
    public static void store(Map<String, Object> given) {
        for (Attribute attribute : THING.attributes().values()) {
            for (Object raw : given.values()) {
                List<Violation> violations = new ArrayList<>();
                Object value = new Coercion("Thing", DESIGN.zone(), violations).value(attribute, attribute.name(), raw);
                if (value != null && violations.isEmpty()) {
                    Storing.store(attribute, value);
                }
            }
        }
    }

    static Design design() {
        return DESIGN;
    }
}
