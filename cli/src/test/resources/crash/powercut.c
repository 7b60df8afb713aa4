/*
 * Notes what a power cut would leave of the files a process writes. Preloaded (LD_PRELOAD), it appends to $POWERCUT_LOG:
 *
 *   sync INODE SIZE          the first SIZE bytes of the file are on the disk
 *   dir INODE                the directory's entries are on the disk; they follow, one "entry INODE NAME" each
 *   gone INODE               the file was removed, so its inode may come back as another file
 *
 * The log is only written, never synced: it has to survive the process, not the machine.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(type, name) \
    static type real; \
    if (!real) real = (type) dlsym(RTLD_NEXT, name)

typedef int (*fd_call)(int);
typedef int (*path_call)(const char *);
typedef int (*two_paths_call)(const char *, const char *);

static void note(const char *text, size_t length) {
    static int log = -1;
    if (log < 0) {
        const char *path = getenv("POWERCUT_LOG");
        if (!path) return;
        log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    if (write(log, text, length) != (ssize_t) length) abort();
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
    /* The size before the call: bytes that arrive while it runs may or may not be included. */
    int known = fstat(fd, &before) == 0;
    int result = call(fd);
    if (result == 0 && known) {
        if (S_ISDIR(before.st_mode)) {
            note_entries(fd, before.st_ino);
        } else if (S_ISREG(before.st_mode)) {
            char line[64];
            note(line, (size_t) snprintf(line, sizeof line, "sync %lu %lld\n", (unsigned long) before.st_ino,
                                         (long long) before.st_size));
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

int unlink(const char *path) {
    REAL(path_call, "unlink");
    ino_t inode = last_link(path);
    return gone(inode, real(path));
}

int rename(const char *from, const char *to) {
    REAL(two_paths_call, "rename");
    ino_t inode = last_link(to);
    return gone(inode, real(from, to));
}
