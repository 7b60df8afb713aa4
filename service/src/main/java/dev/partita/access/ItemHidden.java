package dev.partita.access;

/** What a call is about is of an item that its caller does not get to see: as if it were not there. */
public final class ItemHidden extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String entity;

    ItemHidden(String entity) {
        super("there is no such " + entity, null, false, false);
        this.entity = entity;
    }

    public String entity() {
        return entity;
    }
}
