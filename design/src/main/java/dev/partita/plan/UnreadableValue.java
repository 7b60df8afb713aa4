package dev.partita.plan;

/** A stored value that is not what the design says, met by code that needs it to be: somebody else wrote it. */
public final class UnreadableValue extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String entity;
    private final String attribute;

    public UnreadableValue(String entity, String attribute, String problem) {
        super(entity + "." + attribute + " " + problem);
        this.entity = entity;
        this.attribute = attribute;
    }

    public String entity() {
        return entity;
    }

    public String attribute() {
        return attribute;
    }
}
