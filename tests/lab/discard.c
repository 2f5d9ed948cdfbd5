/* discard: LD_PRELOAD it into a client, and what it stores at an offset goes nowhere.
 *
 * The same pull into a disk that takes no time: how fast could it be, were it not for the disk? For loopback-bench.
 */
#define _GNU_SOURCE
#include <sys/types.h>
#include <unistd.h>

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    (void)file, (void)bytes, (void)offset;
    return (ssize_t)count;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    (void)file, (void)bytes, (void)offset;
    return (ssize_t)count;
}
