/* While the file named by FAILSYNC exists, every sync of a file of the journal (*.journal) reports an error. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int must_fail(int fd) {
    const char *flag = getenv("FAILSYNC");
    char link[64], path[4096];
    ssize_t length;
    if (flag == NULL || access(flag, F_OK) != 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, sizeof path - 1);
    if (length < 8) return 0;
    path[length] = 0;
    return strcmp(path + length - 8, ".journal") == 0;
}

int fdatasync(int fd) {
    static int (*real)(int);
    if (real == NULL) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    if (must_fail(fd)) { errno = EIO; return -1; }
    return real(fd);
}

int fsync(int fd) {
    static int (*real)(int);
    if (real == NULL) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    if (must_fail(fd)) { errno = EIO; return -1; }
    return real(fd);
}
