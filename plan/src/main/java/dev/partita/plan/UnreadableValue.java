package dev.partita.plan;

/** A stored value that is not what the design says, met by code that needs it to be: somebody else wrote it. */
public final class UnreadableValue extends PartitaException {

    private static final long serialVersionUID = 1L;

    private final String entity;
    private final String attribute;

    public UnreadableValue(String entity, String attribute, String problem) {
        super(entity + "." + attribute + " " + problem);
        this.entity = entity;
        this.attribute = attribute;
    }

    @Override
    public String advice() {
        return "Mend the item that is stored, or say in the design what it may be: a default: for what old items lack.";
    }

    public String entity() {
        return entity;
    }

    public String attribute() {
        return attribute;
    }
}
