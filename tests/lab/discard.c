/* discard: LD_PRELOAD it into a client, and what it stores in a file goes nowhere.
 *
 * The same pull into a disk that takes no time: how fast could it be, were it not for the disk? For loopback-bench, and for the
 * transfers of `run seeds`, which are longer than memory. Without DISCARD_UNDER, what is stored at an offset goes nowhere. With it, so does
 * everything that is written to files of the file system mounted there, except the first MiB, which is not zero in the files of `run seeds`
 * and is compared at the end. What is written elsewhere is kept. Space is not reserved there: lftp reserves 100 GB, which the file system
 * would take from memory.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define KEPT (1 << 20)

static dev_t sink;
static int is_limited;

__attribute__((constructor)) static void look(void) {
    const char *folder = getenv("DISCARD_UNDER");
    struct stat at;
    if (folder && stat(folder, &at) == 0) {
        sink = at.st_dev;
        is_limited = 1;
    }
}

static int goes_nowhere(int file, off_t offset) {
    struct stat at;
    return offset >= KEPT && fstat(file, &at) == 0 && S_ISREG(at.st_mode) && at.st_dev == sink;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    if (is_limited && !goes_nowhere(file, offset)) return syscall(SYS_pwrite64, file, bytes, count, offset);
    return (ssize_t)count;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return pwrite(file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
    if (!is_limited || !goes_nowhere(file, lseek(file, 0, SEEK_CUR))) return syscall(SYS_write, file, bytes, count);
    return lseek(file, (off_t)count, SEEK_CUR) < 0 ? -1 : (ssize_t)count;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    size_t all = 0;
    if (!is_limited || !goes_nowhere(file, lseek(file, 0, SEEK_CUR))) return syscall(SYS_writev, file, parts, count);
    for (int i = 0; i < count; i++) all += parts[i].iov_len;
    return lseek(file, (off_t)all, SEEK_CUR) < 0 ? -1 : (ssize_t)all;
}

int fallocate(int file, int mode, off_t offset, off_t length) {
    struct stat at;
    if (!is_limited || !goes_nowhere(file, KEPT)) return (int)syscall(SYS_fallocate, file, mode, offset, length);
    if (fstat(file, &at) != 0) return -1;
    return mode == 0 && offset + length > at.st_size ? ftruncate(file, offset + length) : 0;
}

int fallocate64(int file, int mode, off64_t offset, off64_t length) {
    return fallocate(file, mode, offset, length);
}

int posix_fallocate(int file, off_t offset, off_t length) {
    return fallocate(file, 0, offset, length) == 0 ? 0 : errno;
}

int posix_fallocate64(int file, off64_t offset, off64_t length) {
    return posix_fallocate(file, offset, length);
}
