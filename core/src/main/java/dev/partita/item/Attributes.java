package dev.partita.item;

/** Named values: an item, or something that can be read like one without being made one first. */
public interface Attributes {

    /** The value of an attribute, or null. */
    AttributeValue get(String name);

    /** The values of several attributes, in the order of their names; null where there is none. */
    AttributeValue[] get(Names names);

    /** Whether there is anything at all, be it empty. */
    boolean isPresent();

    /** The size as DynamoDB counts it. */
    int sizeBytes();

    /** The same as an item. */
    Item toItem();
}
