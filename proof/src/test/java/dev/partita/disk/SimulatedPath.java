package dev.partita.disk;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A path of a {@link SimulatedDisk}, from its root or a single name. */
final class SimulatedPath implements Path {

    private final SimulatedDisk disk;
    private final String text;

    SimulatedPath(SimulatedDisk disk, String text) {
        this.disk = disk;
        this.text = text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    private List<String> names() {
        return Arrays.stream(text.split("/")).filter(name -> !name.isEmpty()).toList();
    }

    private Path of(String other) {
        return new SimulatedPath(disk, other);
    }

    @Override
    public FileSystem getFileSystem() {
        return disk;
    }

    @Override
    public boolean isAbsolute() {
        return text.startsWith("/");
    }

    @Override
    public Path getRoot() {
        return isAbsolute() ? of("/") : null;
    }

    @Override
    public Path getFileName() {
        return names().isEmpty() ? null : of(names().get(getNameCount() - 1));
    }

    @Override
    public Path getParent() {
        int slash = text.lastIndexOf('/');
        return text.equals("/") || slash < 0 ? null : of(slash == 0 ? "/" : text.substring(0, slash));
    }

    @Override
    public int getNameCount() {
        return names().size();
    }

    @Override
    public Path getName(int index) {
        return of(names().get(index));
    }

    @Override
    public Path subpath(int from, int to) {
        return of(String.join("/", names().subList(from, to)));
    }

    @Override
    public boolean startsWith(Path other) {
        return text.equals(other.toString()) || text.startsWith(other + "/");
    }

    @Override
    public boolean endsWith(Path other) {
        return text.equals(other.toString()) || text.endsWith("/" + other);
    }

    @Override
    public Path normalize() {
        return this;
    }

    @Override
    public Path resolve(Path other) {
        return other.isAbsolute() ? other : of(text.equals("/") ? "/" + other : text + "/" + other);
    }

    @Override
    public Path resolve(String other) {
        return resolve(of(other));
    }

    @Override
    public Path relativize(Path other) {
        return of(other.toString().substring(text.length() + 1));
    }

    @Override
    public Path toAbsolutePath() {
        return this;
    }

    @Override
    public Path toRealPath(LinkOption... options) {
        return this;
    }

    @Override
    public int compareTo(Path other) {
        return text.compareTo(other.toString());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SimulatedPath path && path.disk == disk && path.text.equals(text);
    }

    @Override
    public int hashCode() {
        return Objects.hash(System.identityHashCode(disk), text);
    }

    @Override
    public String toString() {
        return text;
    }

    @Override
    public URI toUri() {
        throw new UnsupportedOperationException();
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException();
    }
}
