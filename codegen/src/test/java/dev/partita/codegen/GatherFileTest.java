package dev.partita.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.plan.internal.compile.Compiler;
import org.junit.jupiter.api.Test;

class GatherFileTest {

    /** A get and a read alike: without the item there is nothing. */
    @Test
    void aPartThatMayBeMissingIsOptional() {
        var design = Reader.read(new Source("boxes.yaml", """
                        design: boxes
                        tables:
                          main: { key: { partition: pk, sort: sk } }
                        entities:
                          Box:   { key: { pk: "BOX#{boxId}", sk: META }, attributes: { boxId: string } }
                          Thing: { key: { pk: "BOX#{boxId}", sk: "THING#{thingId}" }, attributes: { boxId: string, thingId: string } }
                        patterns:
                          addBox: { create: Box }
                          box:    { get: Box, by: boxId }
                          whole:  { read: [Box, Thing], by: boxId }
                          both:   { gather: [box, whole] }
                        """)).design();
        String both = Generator.generate(Compiler.compile(design), new Generator.Options("boxes"))
                .get("boxes/Both.java");
        assertThat(both).contains("Optional<Box> box", "Optional<BoxWithThings> whole", "Answers.whole(");
    }
}
