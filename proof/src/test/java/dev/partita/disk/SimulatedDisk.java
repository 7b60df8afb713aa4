package dev.partita.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A disk for Java's own file calls, so that nothing has to know that it is none. Before each call that changes something,
 * {@link Faults} may let it fail, or turn the power off; then every call fails.
 */
final class SimulatedDisk extends FileSystem {

    /** What becomes of a call that changes something. */
    enum Fate {
        WORKS,
        FAILS,
        POWER_OFF
    }

    /** Asked before each call: what it is, one of "create", "write", "cut", "sync", "make", "remove", "rename", and its path. */
    interface Faults {
        Fate of(String call, String path);
    }

    private final TapedDisk disk;
    private final Provider provider = new Provider();
    private Faults faults = (call, path) -> Fate.WORKS;
    private boolean off;
    private long inodes;

    SimulatedDisk(TapedDisk disk) {
        this.disk = disk;
    }

    TapedDisk content() {
        return disk;
    }

    Path root() {
        return new SimulatedPath(this, "/");
    }

    void suffer(Faults newFaults) {
        faults = newFaults;
    }

    boolean isOff() {
        return off;
    }

    private void change(String call, Object path) throws IOException {
        if (!off) {
            Fate fate = faults.of(call, path.toString());
            off = fate == Fate.POWER_OFF;
            if (fate == Fate.WORKS) {
                return;
            }
        }
        throw new IOException(off ? "The power is off" : "Input/output error");
    }

    private void perform(char kind, String path, String to) {
        disk.perform(new Tape.Call(kind, ++inodes, 0, path, to.getBytes(StandardCharsets.UTF_8)));
    }

    private Object require(Path path) throws NoSuchFileException {
        Object found = disk.find(path.toString());
        if (found == null) {
            throw new NoSuchFileException(path.toString());
        }
        return found;
    }

    private final class Provider extends FileSystemProvider {
        @Override
        public String getScheme() {
            return "simulated";
        }

        @Override
        public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
                throws IOException {
            Object found = disk.find(path.toString());
            if (found != null && options.contains(StandardOpenOption.CREATE_NEW)) {
                throw new FileAlreadyExistsException(path.toString());
            }
            boolean mayCreate =
                    options.contains(StandardOpenOption.CREATE) || options.contains(StandardOpenOption.CREATE_NEW);
            if (found == null && mayCreate) {
                require(path.getParent());
                change("create", path);
                perform('c', path.toString(), "");
            } else if (options.contains(StandardOpenOption.TRUNCATE_EXISTING) && found instanceof TapedFile file) {
                change("cut", path);
                file.resize(0);
            }
            return new Channel(path.toString(), require(path));
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
            return newFileChannel(path, options, attributes);
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter)
                throws IOException {
            require(path);
            List<Path> entries =
                    disk.names(path.toString()).stream().map(path::resolve).toList();
            return new DirectoryStream<>() {
                @Override
                public Iterator<Path> iterator() {
                    return entries.iterator();
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
            if (disk.find(path.toString()) != null) {
                throw new FileAlreadyExistsException(path.toString());
            }
            change("make", path);
            perform('m', path.toString(), "");
        }

        @Override
        public void delete(Path path) throws IOException {
            require(path);
            change("remove", path);
            perform('u', path.toString(), "");
        }

        @Override
        public void move(Path from, Path to, CopyOption... options) throws IOException {
            require(from);
            change("rename", to);
            perform('r', from.toString(), to.toString());
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) throws IOException {
            require(path);
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                throws IOException {
            if (type != BasicFileAttributes.class) {
                throw new UnsupportedOperationException(type.getName());
            }
            return type.cast(new Attributes(require(path)));
        }

        @Override
        public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
            return null;
        }

        @Override
        public boolean isSameFile(Path one, Path other) {
            return one.equals(other);
        }

        @Override
        public boolean isHidden(Path path) {
            return false;
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Path getPath(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void copy(Path from, Path to, CopyOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileStore getFileStore(Path path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
            throw new UnsupportedOperationException();
        }
    }

    private record Attributes(Object found) implements BasicFileAttributes {
        @Override
        public boolean isRegularFile() {
            return found instanceof TapedFile;
        }

        @Override
        public boolean isDirectory() {
            return !isRegularFile();
        }

        @Override
        public long size() {
            return found instanceof TapedFile file ? file.size() : 0;
        }

        @Override
        public boolean isSymbolicLink() {
            return false;
        }

        @Override
        public boolean isOther() {
            return false;
        }

        @Override
        public Object fileKey() {
            return found;
        }

        @Override
        public FileTime lastModifiedTime() {
            return FileTime.fromMillis(0);
        }

        @Override
        public FileTime lastAccessTime() {
            return FileTime.fromMillis(0);
        }

        @Override
        public FileTime creationTime() {
            return FileTime.fromMillis(0);
        }
    }

    /** An open file, or a directory, which can only be synced. */
    private final class Channel extends FileChannel {
        private final String path;
        private final Object found;
        private long position;

        Channel(String path, Object found) {
            this.path = path;
            this.found = found;
        }

        private TapedFile file() throws IOException {
            if (found instanceof TapedFile file) {
                return file;
            }
            throw new IOException("Is a directory: " + path);
        }

        @Override
        public int read(ByteBuffer target, long at) throws IOException {
            return file().read((int) at, target);
        }

        @Override
        public int write(ByteBuffer source, long at) throws IOException {
            change("write", path);
            byte[] bytes = new byte[source.remaining()];
            source.get(bytes);
            file().write((int) at, bytes);
            return bytes.length;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            int read = read(target, position);
            position += Math.max(0, read);
            return read;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            int written = write(source, position);
            position += written;
            return written;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            try {
                change("sync", path);
            } catch (IOException e) {
                if (found instanceof TapedFile file && !off) {
                    file.syncFailed();
                }
                throw e;
            }
            if (found instanceof TapedFile file) {
                file.sync();
            } else {
                perform('d', path, "");
            }
        }

        @Override
        public long size() throws IOException {
            return file().size();
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public FileChannel position(long newPosition) {
            position = newPosition;
            return this;
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            change("cut", path);
            file().resize((int) size);
            return this;
        }

        @Override
        public FileLock tryLock(long from, long size, boolean shared) {
            return new FileLock(this, from, size, shared) {
                @Override
                public boolean isValid() {
                    return true;
                }

                @Override
                public void release() {}
            };
        }

        @Override
        public FileLock lock(long from, long size, boolean shared) {
            return tryLock(from, size, shared);
        }

        @Override
        protected void implCloseChannel() {}

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long at, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long at, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long at, long size) {
            throw new UnsupportedOperationException();
        }
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(root());
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    @Override
    public Path getPath(String first, String... more) {
        return new SimulatedPath(this, first.startsWith("/") ? String.join("/", first, String.join("/", more)) : first);
    }

    @Override
    public PathMatcher getPathMatcher(String syntaxAndPattern) {
        throw new UnsupportedOperationException();
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException();
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException();
    }
}
