package dev.partita.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A disk on which the calls of a {@link Tape} are performed: what a process that dies leaves, and what a power cut could leave.
 *
 * <p>What was done to a directory since it was synced, files made, renamed and removed, is on the disk up to some point in its order.
 */
final class TapedDisk {

    /** A change of a directory: {@code file} now has the name, or nothing has. */
    private record Entry(String name, Object file) {}

    /** What is in a directory. Its files are {@link TapedFile} or directories. */
    private static final class Directory {
        private final Map<String, Object> shown = new TreeMap<>();
        private final Map<String, Object> synced = new TreeMap<>();
        /** Each element happened as a whole. */
        private final List<List<Entry>> changes = new ArrayList<>();

        void change(Entry... entries) {
            changes.add(List.of(entries));
            apply(List.of(entries), shown);
        }

        void sync() {
            synced.clear();
            synced.putAll(shown);
            changes.clear();
        }

        Map<String, Object> cut(SplittableRandom random) {
            Map<String, Object> left = new TreeMap<>(synced);
            int kept =
                    switch (random.nextInt(3)) {
                        case 0 -> changes.size();
                        case 1 -> 0;
                        default -> random.nextInt(changes.size() + 1);
                    };
            changes.subList(0, kept).forEach(change -> apply(change, left));
            return left;
        }

        private static void apply(List<Entry> change, Map<String, Object> entries) {
            for (Entry entry : change) {
                if (entry.file() == null) {
                    entries.remove(entry.name());
                } else {
                    entries.put(entry.name(), entry.file());
                }
            }
        }
    }

    private final Directory root = new Directory();
    private final Map<Long, TapedFile> filesByInode = new HashMap<>();

    /** A disk that has these files, all of them synced. Directories end in a slash. */
    static TapedDisk of(Map<String, byte[]> files) {
        TapedDisk disk = new TapedDisk();
        files.forEach((path, bytes) -> {
            if (!path.equals("/")) {
                boolean isDirectory = path.endsWith("/");
                String plain = isDirectory ? path.substring(0, path.length() - 1) : path;
                Directory parent = disk.parent(plain);
                parent.change(new Entry(name(plain), isDirectory ? new Directory() : new TapedFile(bytes)));
                parent.sync();
            }
        });
        return disk;
    }

    /** What is shown was written below {@code directory}, and goes on there with what is not synced yet. */
    void moveTo(Path directory) throws IOException {
        filesByInode.clear();
        bind(directory, root);
    }

    private void bind(Path path, Directory directory) throws IOException {
        for (Map.Entry<String, Object> entry : directory.shown.entrySet()) {
            Path below = path.resolve(entry.getKey());
            if (entry.getValue() instanceof TapedFile file) {
                filesByInode.put((Long) Files.getAttribute(below, "unix:ino"), file);
            } else {
                bind(below, (Directory) entry.getValue());
            }
        }
    }

    void perform(Tape.Call call) {
        switch (call.kind()) {
            case 'c' -> {
                TapedFile file = new TapedFile();
                filesByInode.put(call.inode(), file);
                parent(call.path()).change(new Entry(name(call.path()), file));
            }
            case 'w' -> file(call).write((int) call.offset(), call.data());
            case 't' -> file(call).resize((int) call.offset());
            case 's' -> {
                if (call.offset() == 0) {
                    file(call).sync();
                } else {
                    file(call).syncFailed();
                }
            }
            case 'd' -> {
                if (call.offset() == 0) {
                    directory(call.path()).sync();
                }
            }
            case 'r' -> rename(call.path(), call.text());
            case 'u', 'x' -> parent(call.path()).change(new Entry(name(call.path()), null));
            case 'm' -> parent(call.path()).change(new Entry(name(call.path()), new Directory()));
            default -> throw new IllegalStateException("unknown call " + call);
        }
    }

    private TapedFile file(Tape.Call call) {
        // What stdio opened is not known, and does not matter.
        return filesByInode.computeIfAbsent(call.inode(), unknown -> new TapedFile());
    }

    private void rename(String from, String to) {
        Directory source = parent(from);
        if (source != parent(to)) {
            throw new IllegalStateException("not within one directory: " + from + " to " + to);
        }
        Object file = source.shown.get(name(from));
        if (file != null) {
            source.change(new Entry(name(to), file), new Entry(name(from), null));
        }
    }

    private Directory parent(String path) {
        return directory(path.substring(0, path.lastIndexOf('/')));
    }

    private Directory directory(String path) {
        Directory directory = root;
        for (String name : path.split("/")) {
            if (!name.isEmpty()) {
                directory = (Directory) directory.shown.get(name);
            }
        }
        return directory;
    }

    /** What has this path, a {@link TapedFile} or a directory; null if nothing has. */
    Object find(String path) {
        Object found = root;
        for (String name : path.split("/")) {
            if (!name.isEmpty()) {
                found = found instanceof Directory directory ? directory.shown.get(name) : null;
            }
        }
        return found;
    }

    /** What is in a directory. */
    List<String> names(String path) {
        return List.copyOf(directory(path).shown.keySet());
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Everything by its path, as a process that comes after a dead one finds it. */
    Map<String, byte[]> shown() {
        Map<String, byte[]> files = new TreeMap<>();
        list(root, "", files, null);
        return files;
    }

    /** Everything by its path, as a power cut could leave it. Directories end in a slash. */
    Map<String, byte[]> cut(SplittableRandom random) {
        Map<String, byte[]> files = new TreeMap<>();
        list(root, "", files, random);
        return files;
    }

    /** Only what was synced. */
    Map<String, byte[]> synced() {
        Map<String, byte[]> files = new TreeMap<>();
        listSynced(root, "", files);
        return files;
    }

    private static void listSynced(Directory directory, String path, Map<String, byte[]> files) {
        files.put(path + "/", new byte[0]);
        directory.synced.forEach((name, file) -> {
            if (file instanceof TapedFile content) {
                files.put(path + "/" + name, content.synced());
            } else {
                listSynced((Directory) file, path + "/" + name, files);
            }
        });
    }

    private static void list(Directory directory, String path, Map<String, byte[]> files, SplittableRandom random) {
        files.put(path + "/", new byte[0]);
        (random == null ? directory.shown : directory.cut(random)).forEach((name, file) -> {
            if (file instanceof TapedFile content) {
                files.put(path + "/" + name, random == null ? content.shown() : content.cut(random));
            } else {
                list((Directory) file, path + "/" + name, files, random);
            }
        });
    }

    /** Writes what {@link #shown} or {@link #cut} said into an empty directory. */
    static void write(Map<String, byte[]> files, Path directory) throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = directory.resolve(file.getKey().substring(1));
            if (file.getKey().endsWith("/")) {
                Files.createDirectories(path);
            } else {
                Files.write(path, file.getValue());
            }
        }
    }
}
