/* mptcp: LD_PRELOAD it into a program, and its TCP sockets are MPTCP sockets (RFC 8684), as mptcpize does. For `run seeds`.
 *
 * An MPTCP socket has no SO_OOBINLINE (Linux 6.18), which vsftpd sets for ABOR and without which it refuses to work.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef IPPROTO_MPTCP
#define IPPROTO_MPTCP 262
#endif

int socket(int domain, int type, int protocol) {
    if ((domain == AF_INET || domain == AF_INET6) && (type & 0xf) == SOCK_STREAM && (protocol == 0 || protocol == IPPROTO_TCP)) {
        int made = (int)syscall(SYS_socket, domain, type, IPPROTO_MPTCP);
        if (made >= 0) return made;
    }
    return (int)syscall(SYS_socket, domain, type, protocol);
}

int setsockopt(int file, int level, int name, const void *value, socklen_t length) {
    int failed = (int)syscall(SYS_setsockopt, file, level, name, value, length);
    return failed && level == SOL_SOCKET && name == SO_OOBINLINE && (errno == EOPNOTSUPP || errno == ENOPROTOOPT) ? 0 : failed;
}
