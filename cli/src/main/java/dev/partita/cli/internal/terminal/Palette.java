package dev.partita.cli.internal.terminal;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.key.KeyTerm;
import java.util.ArrayList;
import java.util.List;

/** Colours that stay with an entity, and with the variable parts of keys. */
public final class Palette {

    private static final List<String> COLOURS =
            List.of("36", "33", "35", "32", "34", "31", "96", "93", "95", "92", "94", "91");

    private final Terminal terminal;
    private final List<String> entities;

    public Palette(Terminal terminal, Design design) {
        this.terminal = terminal;
        this.entities = new ArrayList<>(design.entities().keySet());
    }

    /** {@code text} in the colour of the entity. */
    public String entity(String entity, String text) {
        int position = entities.indexOf(entity);
        return position < 0 ? text : terminal.styled(COLOURS.get(position % COLOURS.size()), text);
    }

    /** A key template, its variable parts in the entity's colour. */
    public String template(Entity entity, Template template) {
        StringBuilder text = new StringBuilder();
        for (Template.Part part : template.parts()) {
            if (part instanceof Template.Literal literal) {
                text.append(literal.text());
            } else if (part instanceof Template.Variable variable) {
                text.append(entity(entity.name(), "{" + KeyTerm.shown(variable) + "}"));
            }
        }
        return text.toString();
    }
}
