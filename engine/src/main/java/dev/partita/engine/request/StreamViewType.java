package dev.partita.engine.request;

/** What a stream record shows. */
public enum StreamViewType {
    KEYS_ONLY,
    NEW_IMAGE,
    OLD_IMAGE,
    NEW_AND_OLD_IMAGES
}
