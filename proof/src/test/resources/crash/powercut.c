/*
 * Notes what a power cut would leave of the files a process writes. Preloaded (LD_PRELOAD), it appends to $POWERCUT_LOG:
 *
 *   over INODE OFFSET LENGTH WHERE
 *                            these bytes of the file are about to be overwritten; what they were is kept in
 *                            $POWERCUT_LOG.before, from WHERE on
 *   sync INODE SIZE WHERE    the first SIZE bytes of the file are on the disk, and so is what overwrote the bytes
 *                            kept before WHERE
 *   dir INODE                the directory's entries are on the disk; they follow, one "entry INODE NAME" each
 *   gone INODE               the file was removed, so its inode may come back as another file
 *
 * The log is only written, never synced: it has to survive the process, not the machine. No two processes write one log
 * at the same time.
 *
 * Not known here: files opened with O_SYNC or O_DSYNC (their writes count as not synced), mapped memory, sendfile and
 * copy_file_range, and files that are cut and grow again.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(type, name) \
    static type real; \
    if (!real) real = (type) dlsym(RTLD_NEXT, name)

typedef int (*fd_call)(int);
typedef int (*path_call)(const char *);
typedef int (*two_paths_call)(const char *, const char *);
typedef ssize_t (*write_call)(int, const void *, size_t);
typedef ssize_t (*writev_call)(int, const struct iovec *, int);
typedef ssize_t (*pwrite_call)(int, const void *, size_t, off_t);
typedef ssize_t (*pwritev_call)(int, const struct iovec *, int, off_t);

/* Held from before bytes are kept until they are overwritten, so that what the log says was overwritten, was. */
static pthread_mutex_t overwriting = PTHREAD_MUTEX_INITIALIZER;

static void append(int fd, const void *bytes, size_t length) {
    REAL(write_call, "write");
    if (real(fd, bytes, length) != (ssize_t) length) abort();
}

static int open_log(const char *suffix) {
    char *path;
    if (asprintf(&path, "%s%s", getenv("POWERCUT_LOG"), suffix) < 0) abort();
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0) abort();
    free(path);
    return fd;
}

static void note(const char *text, size_t length) {
    static int log = -1;
    if (!getenv("POWERCUT_LOG")) return;
    if (log < 0) log = open_log("");
    append(log, text, length);
}

/* The file of kept bytes, at its end; only with the mutex. */
static int kept_bytes(long long *end) {
    static int kept = -1;
    if (kept < 0) kept = open_log(".before");
    if ((*end = lseek(kept, 0, SEEK_END)) < 0) abort();
    return kept;
}

static void keep(int fd, ino_t inode, off_t offset, size_t length) {
    static char bytes[1 << 16];
    long long where;
    int kept = kept_bytes(&where), readable = fd;
    size_t done = 0;
    while (done < length) {
        size_t wanted = length - done < sizeof bytes ? length - done : sizeof bytes;
        ssize_t got = pread(readable, bytes, wanted, offset + (off_t) done);
        if (got < 0 && readable == fd) {
            /* Opened for writing only, or past the cache. */
            char path[32];
            snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
            readable = open(path, O_RDONLY | O_CLOEXEC);
            continue;
        }
        if (got < 0) abort();
        if (got == 0) break;
        append(kept, bytes, (size_t) got);
        done += (size_t) got;
    }
    if (readable != fd) close(readable);
    char line[128];
    note(line, (size_t) snprintf(line, sizeof line, "over %lu %lld %zu %lld\n", (unsigned long) inode,
                                 (long long) offset, done, where));
}

#define HERE ((off_t) -1)

/* To call before a write at the offset, or HERE. If the file has bytes there, keeps them and answers 1, with the mutex. */
static int overwrite(int fd, off_t offset, size_t length) {
    struct stat file;
    /* A file without a name is lost anyway, and its inode may come back as another file. */
    if (fstat(fd, &file) != 0 || !S_ISREG(file.st_mode) || file.st_nlink == 0) return 0;
    if (offset == HERE) offset = lseek(fd, 0, SEEK_CUR);
    if (length == 0 || offset < 0 || offset >= file.st_size) return 0;
    if ((fcntl(fd, F_GETFL) & O_APPEND) || !getenv("POWERCUT_LOG")) return 0;
    size_t rest = (size_t) (file.st_size - offset);
    pthread_mutex_lock(&overwriting);
    keep(fd, file.st_ino, offset, length < rest ? length : rest);
    return 1;
}

static ssize_t written(int locked, ssize_t result) {
    if (locked) pthread_mutex_unlock(&overwriting);
    return result;
}

static size_t total(const struct iovec *parts, int count) {
    size_t length = 0;
    for (int i = 0; i < count; i++) length += parts[i].iov_len;
    return length;
}

static void note_entries(int fd, ino_t directory) {
    size_t size = 1 << 16, length = 0;
    /* Not on the stack and not thread-local: some of a JVM's threads have no room for it. */
    char *text = malloc(size);
    int copy = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = copy < 0 ? NULL : fdopendir(copy);
    if (!text || !entries) abort();
    length += (size_t) snprintf(text, size, "dir %lu\n", (unsigned long) directory);
    for (struct dirent *entry; (entry = readdir(entries)) && length < size - 300;) {
        length += (size_t) snprintf(text + length, size - length, "entry %lu %s\n",
                                    (unsigned long) entry->d_ino, entry->d_name);
    }
    closedir(entries);
    note(text, length);
    free(text);
}

static int synced(int fd, fd_call call) {
    struct stat before;
    /* The sizes before the call: bytes that arrive while it runs may or may not be included. */
    int known = fstat(fd, &before) == 0;
    long long where = 0;
    if (known && S_ISREG(before.st_mode) && getenv("POWERCUT_LOG")) {
        pthread_mutex_lock(&overwriting);
        kept_bytes(&where);
        pthread_mutex_unlock(&overwriting);
    }
    int result = call(fd);
    if (result == 0 && known) {
        if (S_ISDIR(before.st_mode)) {
            note_entries(fd, before.st_ino);
        } else if (S_ISREG(before.st_mode)) {
            char line[128];
            note(line, (size_t) snprintf(line, sizeof line, "sync %lu %lld %lld\n", (unsigned long) before.st_ino,
                                         (long long) before.st_size, where));
        }
    }
    return result;
}

/* The inode that goes away with this name, or 0. */
static ino_t last_link(const char *path) {
    struct stat file;
    return lstat(path, &file) == 0 && S_ISREG(file.st_mode) && file.st_nlink == 1 ? file.st_ino : 0;
}

static int gone(ino_t inode, int result) {
    if (result == 0 && inode) {
        char line[64];
        note(line, (size_t) snprintf(line, sizeof line, "gone %lu\n", (unsigned long) inode));
    }
    return result;
}

int fsync(int fd) {
    REAL(fd_call, "fsync");
    return synced(fd, real);
}

int fdatasync(int fd) {
    REAL(fd_call, "fdatasync");
    return synced(fd, real);
}

ssize_t write(int fd, const void *bytes, size_t length) {
    REAL(write_call, "write");
    int locked = overwrite(fd, HERE, length);
    return written(locked, real(fd, bytes, length));
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(writev_call, "writev");
    int locked = overwrite(fd, HERE, total(parts, count));
    return written(locked, real(fd, parts, count));
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    REAL(pwrite_call, "pwrite");
    int locked = overwrite(fd, offset, length);
    return written(locked, real(fd, bytes, length, offset));
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    return pwrite(fd, bytes, length, offset);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
    REAL(pwritev_call, "pwritev");
    int locked = overwrite(fd, offset, total(parts, count));
    return written(locked, real(fd, parts, count, offset));
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
    return pwritev(fd, parts, count, offset);
}

int unlink(const char *path) {
    REAL(path_call, "unlink");
    ino_t inode = last_link(path);
    return gone(inode, real(path));
}

int remove(const char *path) {
    REAL(path_call, "remove");
    ino_t inode = last_link(path);
    return gone(inode, real(path));
}

int rename(const char *from, const char *to) {
    REAL(two_paths_call, "rename");
    ino_t inode = last_link(to);
    return gone(inode, real(from, to));
}
