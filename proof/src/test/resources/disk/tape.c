/*
 * Records what a process does to the files below a directory, call by call, and fails calls on request. Preloaded
 * (LD_PRELOAD), it maps the file named by $TAPE_CONTROL, which the process maps too:
 *
 *   8-byte numbers   0 armed   1 calls (a sum of the numbers below)   2 calls to let pass   3 calls to fail
 *                    4 errno   5 whether the first of them is a short write   6 calls met   7 calls failed
 *                    8 tape (another number: another tape; none below 1)
 *   byte 128         part of the paths of the files whose calls fail; the end of them, if a $ follows
 *   byte 256         the directory
 *   byte 1280        the tape's file
 *
 * One call is performed at a time, so the tape has them in an order in which they could have been. Its records:
 *
 *   kind (1) | 0 (3) | length of path (4) | inode (8) | offset (8) | length of data (8) | path | data
 *
 *   c created   w written at the offset   t cut or grown to the offset   s synced, if the offset is 0   d the same of a directory
 *   r renamed to what the data says   u removed   m directory made   x directory removed
 *
 * Not known here: mapped memory, sendfile, copy_file_range, and what stdio writes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(type, name) \
    static type real; \
    if (!real) real = (type) dlsym(RTLD_NEXT, name)

typedef int (*fd_call)(int);
typedef int (*path_call)(const char *);
typedef int (*two_paths_call)(const char *, const char *);
typedef int (*mkdir_call)(const char *, mode_t);
typedef int (*open_call)(const char *, int, ...);
typedef int (*openat_call)(int, const char *, int, ...);
typedef int (*unlinkat_call)(int, const char *, int);
typedef int (*truncate_call)(int, off_t);
typedef int (*allocate_call)(int, int, off_t, off_t);
typedef ssize_t (*write_call)(int, const void *, size_t);
typedef ssize_t (*writev_call)(int, const struct iovec *, int);
typedef ssize_t (*pwrite_call)(int, const void *, size_t, off_t);

enum { CREATE = 1, WRITE = 2, TRUNCATE = 4, SYNC = 8, RENAME = 16, UNLINK = 32, MKDIR = 64, RMDIR = 128, ALLOCATE = 256 };

#define HERE ((off_t) -1)
#define PATH_BYTES 1024

static volatile int64_t *control;
static pthread_mutex_t one = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

__attribute__((constructor)) static void map_control(void) {
    const char *path = getenv("TAPE_CONTROL");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0) return;
    void *mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (mapped != MAP_FAILED) control = mapped;
}

static const char *text(int at) {
    return (const char *) control + at;
}

/* The part of the path below the directory, or NULL. */
static const char *below(const char *path) {
    if (!control || control[8] <= 0) return NULL;
    size_t length = strlen(text(256));
    return strncmp(path, text(256), length) == 0 && (path[length] == '/' || path[length] == 0) ? path + length : NULL;
}

static const char *path_of(int fd, char *path) {
    char link[40];
    if (!control || control[8] <= 0) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_BYTES - 1);
    if (length < 0) return NULL;
    path[length] = 0;
    return strstr(path, " (deleted)") ? NULL : below(path);
}

static void append(int fd, const void *bytes, size_t length) {
    REAL(write_call, "write");
    while (length > 0) {
        ssize_t done = real(fd, bytes, length);
        if (done < 0) abort();
        bytes = (const char *) bytes + done;
        length -= (size_t) done;
    }
}

static void record(int kind, uint64_t inode, int64_t offset, const char *path, const struct iovec *parts, int count,
                   size_t length) {
    static int64_t open_tape;
    static int tape = -1;
    if (open_tape != control[8]) {
        REAL(open_call, "open");
        if (tape >= 0) close(tape);
        tape = real(text(1280), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (tape < 0) abort();
        open_tape = control[8];
    }
    char head[32] = {(char) kind};
    uint32_t path_length = (uint32_t) strlen(path);
    uint64_t data_length = length;
    memcpy(head + 4, &path_length, 4);
    memcpy(head + 8, &inode, 8);
    memcpy(head + 16, &offset, 8);
    memcpy(head + 24, &data_length, 8);
    append(tape, head, sizeof head);
    append(tape, path, path_length);
    for (int i = 0; i < count && length > 0; i++) {
        size_t part = parts[i].iov_len < length ? parts[i].iov_len : length;
        append(tape, parts[i].iov_base, part);
        length -= part;
    }
}

static int is_meant(const char *path) {
    const char *part = text(128);
    size_t length = strlen(part), whole = strlen(path);
    if (length == 0 || part[length - 1] != '$') return strstr(path, part) != NULL;
    length--;
    return whole >= length && memcmp(path + whole - length, part, length) == 0;
}

/* 0: perform the call. 1: errno is set. 2: perform half of it. */
static int fault(int kind, const char *path) {
    if (!control[0] || !(control[1] & kind) || !is_meant(path)) return 0;
    control[6]++;
    if (control[2] > 0) {
        control[2]--;
        return 0;
    }
    if (control[3] <= 0) return 0;
    control[3]--;
    control[7]++;
    if (control[5]) {
        control[5] = 0;
        return 2;
    }
    errno = (int) control[4];
    return 1;
}

static ssize_t recorded_write(int fd, const struct iovec *parts, int count, off_t offset, write_call write_real,
                              writev_call writev_real, pwrite_call pwrite_real) {
    char name[PATH_BYTES];
    struct stat file;
    ssize_t result = -1;
    pthread_mutex_lock(&one);
    const char *path = fstat(fd, &file) == 0 && S_ISREG(file.st_mode) ? path_of(fd, name) : NULL;
    int bad = path ? fault(WRITE, path) : 0;
    struct iovec half = {parts[0].iov_base, parts[0].iov_len / 2};
    if (bad == 2 && half.iov_len > 0) {
        parts = &half;
        count = 1;
    }
    if (bad != 1) {
        off_t at = offset != HERE ? offset : fcntl(fd, F_GETFL) & O_APPEND ? file.st_size : lseek(fd, 0, SEEK_CUR);
        result = pwrite_real ? pwrite_real(fd, parts[0].iov_base, parts[0].iov_len, offset)
                 : count == 1 ? write_real(fd, parts[0].iov_base, parts[0].iov_len)
                              : writev_real(fd, parts, count);
        if (path && result > 0) record('w', file.st_ino, at, "", parts, count, (size_t) result);
    }
    int error = errno;
    pthread_mutex_unlock(&one);
    errno = error;
    return result;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    REAL(write_call, "write");
    struct iovec all = {(void *) bytes, length};
    return recorded_write(fd, &all, 1, HERE, real, NULL, NULL);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(writev_call, "writev");
    static write_call single;
    if (!single) single = (write_call) dlsym(RTLD_NEXT, "write");
    return count < 1 ? real(fd, parts, count) : recorded_write(fd, parts, count, HERE, single, real, NULL);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    REAL(pwrite_call, "pwrite");
    struct iovec all = {(void *) bytes, length};
    return recorded_write(fd, &all, 1, offset, NULL, NULL, real);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    return pwrite(fd, bytes, length, offset);
}

static int recorded_sync(int fd, fd_call call) {
    char name[PATH_BYTES];
    struct stat file;
    int result = -1;
    pthread_mutex_lock(&one);
    const char *path = fstat(fd, &file) == 0 ? path_of(fd, name) : NULL;
    int bad = path ? fault(SYNC, path) : 0;
    if (!bad) result = call(fd);
    int error = errno;
    if (path) record(S_ISDIR(file.st_mode) ? 'd' : 's', file.st_ino, result, path, NULL, 0, 0);
    pthread_mutex_unlock(&one);
    errno = error;
    return result;
}

int fsync(int fd) {
    REAL(fd_call, "fsync");
    return recorded_sync(fd, real);
}

int fdatasync(int fd) {
    REAL(fd_call, "fdatasync");
    return recorded_sync(fd, real);
}

static int opened(const char *path, int flags, mode_t mode, int directory, open_call call, openat_call call_at) {
    const char *inside = flags & (O_CREAT | O_TRUNC) ? below(path) : NULL;
    if (!inside) return call ? call(path, flags, mode) : call_at(directory, path, flags, mode);
    struct stat file;
    int result = -1;
    pthread_mutex_lock(&one);
    int is_new = lstat(path, &file) != 0;
    if (!(is_new && (flags & O_CREAT) && fault(CREATE, inside))) {
        result = call ? call(path, flags, mode) : call_at(directory, path, flags, mode);
        if (result >= 0 && fstat(result, &file) == 0) {
            if (is_new) record('c', file.st_ino, 0, inside, NULL, 0, 0);
            else if (flags & O_TRUNC) record('t', file.st_ino, 0, "", NULL, 0, 0);
        }
    }
    int error = errno;
    pthread_mutex_unlock(&one);
    errno = error;
    return result;
}

#define MODE \
    mode_t mode = 0; \
    va_list more; \
    va_start(more, flags); \
    if (flags & (O_CREAT | O_TMPFILE)) mode = va_arg(more, mode_t); \
    va_end(more)

int open(const char *path, int flags, ...) {
    REAL(open_call, "open");
    MODE;
    return opened(path, flags, mode, 0, real, NULL);
}

int open64(const char *path, int flags, ...) {
    REAL(open_call, "open64");
    MODE;
    return opened(path, flags, mode, 0, real, NULL);
}

int openat(int directory, const char *path, int flags, ...) {
    REAL(openat_call, "openat");
    MODE;
    return opened(path, flags, mode, directory, NULL, real);
}

int openat64(int directory, const char *path, int flags, ...) {
    REAL(openat_call, "openat64");
    MODE;
    return opened(path, flags, mode, directory, NULL, real);
}

int ftruncate(int fd, off_t length) {
    REAL(truncate_call, "ftruncate");
    char name[PATH_BYTES];
    struct stat file;
    int result = -1;
    pthread_mutex_lock(&one);
    const char *path = fstat(fd, &file) == 0 ? path_of(fd, name) : NULL;
    if (!path || !fault(TRUNCATE, path)) {
        result = real(fd, length);
        if (path && result == 0) record('t', file.st_ino, length, "", NULL, 0, 0);
    }
    int error = errno;
    pthread_mutex_unlock(&one);
    errno = error;
    return result;
}

int ftruncate64(int fd, off64_t length) {
    return ftruncate(fd, length);
}

int fallocate(int fd, int mode, off_t offset, off_t length) {
    REAL(allocate_call, "fallocate");
    char name[PATH_BYTES];
    struct stat before, after;
    int result = -1;
    pthread_mutex_lock(&one);
    const char *path = fstat(fd, &before) == 0 ? path_of(fd, name) : NULL;
    if (!path || !fault(ALLOCATE, path)) {
        result = real(fd, mode, offset, length);
        if (path && result == 0 && fstat(fd, &after) == 0 && after.st_size != before.st_size) {
            record('t', after.st_ino, after.st_size, "", NULL, 0, 0);
        }
    }
    int error = errno;
    pthread_mutex_unlock(&one);
    errno = error;
    return result;
}

int fallocate64(int fd, int mode, off64_t offset, off64_t length) {
    return fallocate(fd, mode, offset, length);
}

static int removed(int kind, const char *path, int flags, path_call call, unlinkat_call call_at) {
    const char *inside = below(path);
    int result = -1;
    pthread_mutex_lock(&one);
    if (!inside || !fault(kind, inside)) {
        result = call ? call(path) : call_at(AT_FDCWD, path, flags);
        if (inside && result == 0) record(kind == RMDIR ? 'x' : 'u', 0, 0, inside, NULL, 0, 0);
    }
    int error = errno;
    pthread_mutex_unlock(&one);
    errno = error;
    return result;
}

int unlink(const char *path) {
    REAL(path_call, "unlink");
    return removed(UNLINK, path, 0, real, NULL);
}

int unlinkat(int directory, const char *path, int flags) {
    REAL(unlinkat_call, "unlinkat");
    if (!below(path)) return real(directory, path, flags);
    return removed(flags & AT_REMOVEDIR ? RMDIR : UNLINK, path, flags, NULL, real);
}

int rmdir(const char *path) {
    REAL(path_call, "rmdir");
    return removed(RMDIR, path, 0, real, NULL);
}

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir_call, "mkdir");
    const char *inside = below(path);
    struct stat directory;
    int result = -1;
    pthread_mutex_lock(&one);
    if (!inside || !fault(MKDIR, inside)) {
        result = real(path, mode);
        if (inside && result == 0 && stat(path, &directory) == 0) {
            record('m', directory.st_ino, 0, inside, NULL, 0, 0);
        }
    }
    int error = errno;
    pthread_mutex_unlock(&one);
    errno = error;
    return result;
}

int rename(const char *from, const char *to) {
    REAL(two_paths_call, "rename");
    const char *source = below(from), *target = below(to);
    int result = -1;
    pthread_mutex_lock(&one);
    if (!target || !fault(RENAME, target)) {
        result = real(from, to);
        struct iovec name = {(void *) target, target ? strlen(target) : 0};
        if (source && target && result == 0) record('r', 0, 0, source, &name, 1, name.iov_len);
    }
    int error = errno;
    pthread_mutex_unlock(&one);
    errno = error;
    return result;
}
