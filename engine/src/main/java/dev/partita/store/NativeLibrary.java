package dev.partita.store;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Set;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads RocksDB's native library. RocksDB by itself unpacks 17 MB at every start, most of the time a start takes; this
 * unpacks once into the user's cache directory. Only files that nobody else could have written are loaded from there;
 * whatever goes wrong, RocksDB's own way remains.
 */
final class NativeLibrary {

    private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);
    private static final Set<PosixFilePermission> OTHERS_MAY_WRITE =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private static boolean loaded;

    private NativeLibrary() {}

    static synchronized void load() {
        if (loaded) {
            return;
        }
        try {
            RocksDB.loadLibrary(List.of(unpacked(cacheDirectory()).toString()));
        } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
            LOG.debug("RocksDB's library is not loaded from the cache: {}", e.toString());
            RocksDB.loadLibrary();
        }
        loaded = true;
    }

    /** The directory under {@code cache} that holds this version of the library, filled if it is not there yet. */
    static Path unpacked(Path cache) throws IOException {
        URL resource =
                NativeLibraryLoader.class.getClassLoader().getResource(Environment.getJniLibraryFileName("rocksdb"));
        if (resource == null) {
            throw new IOException("the class path has no library for this platform");
        }
        URLConnection connection = resource.openConnection();
        if (!(connection instanceof JarURLConnection jar)) {
            throw new IOException("the library is not in a jar");
        }
        long sizeBytes = jar.getJarEntry().getSize();
        Path directory =
                cache.resolve("rocksdb-%08x-%d".formatted(jar.getJarEntry().getCrc(), sizeBytes));
        // The name is what RocksDB.loadLibrary(paths) looks for: "jni" comes twice.
        Path file = directory.resolve(Environment.getJniLibraryFileName("rocksdbjni"));
        DataDirectory.createPrivate(directory);
        boolean checkOwner = DataDirectory.isPosix(directory);
        UserPrincipal us = checkOwner ? us(directory) : null;
        if (checkOwner) {
            requireOurs(directory, us);
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) != sizeBytes) {
            unpack(connection, file);
        }
        if (checkOwner) {
            requireOurs(file, us);
        }
        return directory;
    }

    private static void unpack(URLConnection connection, Path file) throws IOException {
        Path temporary = Files.createTempFile(file.getParent(), "unpacking", ".tmp");
        try {
            try (InputStream in = connection.getInputStream();
                    FileChannel out = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                in.transferTo(Channels.newOutputStream(out));
                // A later start trusts the size alone, so the bytes must be there before the name is.
                out.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void requireOurs(Path path, UserPrincipal us) throws IOException {
        PosixFileAttributes attributes =
                Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean othersMayWrite = attributes.permissions().stream().anyMatch(OTHERS_MAY_WRITE::contains);
        if (attributes.isSymbolicLink() || othersMayWrite || !attributes.owner().equals(us)) {
            throw new IOException(path + " could have been written by another user");
        }
    }

    /** Who this process is, as the file system sees it. */
    private static UserPrincipal us(Path directory) throws IOException {
        Path ours = Files.createTempFile(directory, "owner", ".tmp");
        try {
            return Files.getOwner(ours);
        } finally {
            Files.delete(ours);
        }
    }

    private static Path cacheDirectory() {
        String configured = System.getenv("XDG_CACHE_HOME");
        Path base = configured == null || configured.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(configured);
        return base.resolve("partita");
    }
}
