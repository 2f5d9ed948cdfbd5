/* static N URL TARGET: the simplest split download there can be, to compare others with.
 *
 * N threads log in at the same time, anonymously; each fetches one of N equal ranges with REST and RETR, writes it and closes its
 * connection at the end of the range. No range is taken over by another thread, no byte is compared, a failure ends the program. What a
 * client needs beyond this time and processor time is the price of its policy and its checks.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BLOCK = 1 << 20 };

static struct sockaddr_in server;
static const char *path;
static int streams, target;
static long long size;
static pthread_barrier_t sized;

static void fail(const char *what, const char *said) {
    fprintf(stderr, "static: %s: %s\n", what, said);
    exit(1);
}

static int dial(int port) {
    struct sockaddr_in at = server;
    int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (port) at.sin_port = htons((unsigned short)port);
    if (socket_ < 0 || connect(socket_, (struct sockaddr *)&at, sizeof at) != 0) fail("connect", inet_ntoa(at.sin_addr));
    return socket_;
}

/* Sends a command, unless it is null, and returns the last line of the reply, whose code must begin with this digit. */
static char *ask(FILE *control, const char *command, char digit, char *line, int room) {
    if (command) {
        fprintf(control, "%s\r\n", command);
        fflush(control);
    }
    do {
        if (!fgets(line, room, control)) fail(command ? command : "greeting", "the connection was closed");
    } while (strlen(line) < 4 || line[3] != ' ');
    if (line[0] != digit) fail(command ? command : "greeting", line);
    return line;
}

static void *fetch(void *argument) {
    long index = (long)argument;
    char line[1024], command[600];
    FILE *control = fdopen(dial(0), "r+");
    ask(control, NULL, '2', line, sizeof line);
    ask(control, "USER anonymous", '3', line, sizeof line);
    ask(control, "PASS static", '2', line, sizeof line);
    ask(control, "TYPE I", '2', line, sizeof line);
    if (index == 0) {
        snprintf(command, sizeof command, "SIZE %s", path);
        size = atoll(ask(control, command, '2', line, sizeof line) + 4);
    }
    const char *port = strstr(ask(control, "EPSV", '2', line, sizeof line), "|||");
    if (!port) fail("EPSV", line);
    int data = dial(atoi(port + 3));
    pthread_barrier_wait(&sized);

    long long at = size / streams * index, end = index == streams - 1 ? size : size / streams * (index + 1);
    snprintf(command, sizeof command, "REST %lld", at);
    ask(control, command, '3', line, sizeof line);
    snprintf(command, sizeof command, "RETR %s", path);
    ask(control, command, '1', line, sizeof line);
    char *block = malloc(BLOCK);
    while (at < end) {
        ssize_t count = recv(data, block, (size_t)(end - at < BLOCK ? end - at : BLOCK), 0);
        if (count <= 0) fail("RETR", "the data ended early");
        for (ssize_t done = 0; done < count;) {
            ssize_t written = pwrite(target, block + done, (size_t)(count - done), at + done);
            if (written <= 0) fail("write", "the disk refused it");
            done += written;
        }
        at += count;
    }
    close(data);
    return NULL;
}

int main(int count, char **words) {
    char host[64];
    if (count != 4 || (streams = atoi(words[1])) < 1 || streams > 256 || sscanf(words[2], "ftp://%63[^/]", host) != 1) {
        fputs("usage: static N ftp://ADDRESS[:PORT]/PATH TARGET\n", stderr);
        return 2;
    }
    char *port = strchr(host, ':');
    if (port) *port++ = 0;
    server = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((unsigned short)(port ? atoi(port) : 21))};
    if (inet_pton(AF_INET, host, &server.sin_addr) != 1) fail("address", host);
    path = strchr(words[2] + strlen("ftp://"), '/');
    if (!path) fail("URL", words[2]);
    target = open(words[3], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (target < 0) fail("open", words[3]);
    pthread_barrier_init(&sized, NULL, (unsigned)streams);
    pthread_t threads[256];
    for (long i = 0; i < streams; i++)
        if (pthread_create(&threads[i], NULL, fetch, (void *)i) != 0) fail("thread", "cannot be started");
    for (int i = 0; i < streams; i++) pthread_join(threads[i], NULL);
    return 0;
}
