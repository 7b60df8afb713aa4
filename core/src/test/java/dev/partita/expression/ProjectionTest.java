package dev.partita.expression;

import static dev.partita.expression.Sample.item;
import static dev.partita.expression.Sample.l;
import static dev.partita.expression.Sample.m;
import static dev.partita.expression.Sample.n;
import static dev.partita.expression.Sample.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.Item;
import org.junit.jupiter.api.Test;

/** What projections show of the sample item. */
class ProjectionTest {

    @Test
    void showsWhatThePathsLeadTo() {
        check("s, n", item("s", s("hello"), "n", n("5")));
        check("#s, zz", item("s", s("hello")));
        check("l[0], l[2]", item("l", l(n("1"), l(n("2")))));
        check("l[2][0], l[0]", item("l", l(n("1"), l(n("2")))));
        check("l[1], l[0]", item("l", l(n("1"), s("x"))));
        check("m.b.c", item("m", m("b", m("c", s("z")))));
        check("m.b.c, m.a, s", item("m", m("a", n("1"), "b", m("c", s("z"))), "s", s("hello")));
        check("pk, sk", Sample.KEY);
    }

    @Test
    void showsAnEmptyItemWhenNothingMatches() {
        check("zz", Item.EMPTY);
        check("s.x, m.zz.y", Item.EMPTY);
        check("l[9], m[0]", Item.EMPTY);
        check("l.a", Item.EMPTY);
    }

    @Test
    void absentTextShowsTheWholeItem() {
        Projection projection = Parser.projection(null, new Placeholders(null, null));
        assertThat(projection.isAll()).isTrue();
        assertThat(projection.of(Sample.ITEM)).isSameAs(Sample.ITEM);
        assertThat(projection.attributeNames()).isEmpty();
    }

    @Test
    void attributeNamesAreTopLevelAndResolved() {
        String text = "#s, m.b.c, l[0], l[1]";
        assertThat(Parser.projection(text, Sample.placeholders(text)).attributeNames())
                .containsExactly("s", "m", "l");
    }

    private static void check(String text, Item expected) {
        Projection projection = Parser.projection(text, Sample.placeholders(text));
        assertThat(projection.isAll()).isFalse();
        assertThat(projection.of(Sample.ITEM)).as(text).isEqualTo(expected);
        assertThat(projection.of(Sample.ITEM).sizeBytes()).isEqualTo(expected.sizeBytes());
    }
}
