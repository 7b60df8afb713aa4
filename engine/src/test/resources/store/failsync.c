/* While the file named by FAILSYNC exists, every sync of a file whose name ends as that file says (".sst") reports an error. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int must_fail(int fd) {
    const char *flag = getenv("FAILSYNC");
    char link[64], path[4096], end[64];
    ssize_t length, ending;
    FILE *file = flag == NULL ? NULL : fopen(flag, "r");
    if (file == NULL) return 0;
    ending = fread(end, 1, sizeof end, file);
    fclose(file);
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, sizeof path - 1);
    return length >= ending && memcmp(path + length - ending, end, ending) == 0;
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
