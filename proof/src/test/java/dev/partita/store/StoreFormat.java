package dev.partita.store;

/** Which version of the data directory this build writes. */
public final class StoreFormat {

    public static final int VERSION = Integer.parseInt(DataDirectory.FORMAT_VERSION);

    private StoreFormat() {}
}
