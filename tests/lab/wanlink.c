/* wanlink: a long-fat network between two Linux network namespaces, in user space.
 *
 * usage: wanlink NS_A NS_B RATE_MBIT ONE_WAY_DELAY_MS LOSS_PPM QUEUE_KB [gso] [name=wan0] [seed=1]
 *
 * Makes a TUN device in each namespace and carries IPv4 packets between them: a drop-tail queue of QUEUE_KB,
 * serialisation at RATE_MBIT, then the delay; LOSS_PPM packets in a million are lost, by a
 * sequence that the seed decides. One thread a direction. Addresses, routes and "up" are the caller's.
 *
 * With "gso" the devices pass unsegmented TCP super-packets of up to 64 KiB, charged with the headers their segments
 * would have had. A loss would then lose up to seven packets at once, so gso together with loss is refused.
 *
 * Prints "ready" when both devices exist, then obeys lines on standard input and answers each with a line that starts
 * with "ok" or "error":
 *   rate MBIT           from now on; what is queued leaves at the new rate, what is under way arrives as it would have
 *   delay MS            one way, for packets that leave the queue from now on
 *   loss PPM
 *   stall FRACTION      of the flows that carry bulk data now, at least one: the link swallows both their directions
 *   stall port PORT     the flow with this TCP port at either end
 *   unstall             all
 *   counters            one line of JSON
 * SIGTERM, SIGINT and the end of standard input end it, with the counters as the last line. Rate and delay can rise
 * only as far as the memory set aside at the start allows.
 *
 * Cost, the reason for its shape: a packet is read into the ring and written from there (no copy of its own), the ring
 * is as small as the link allows and touched before "ready", and a thread that has emptied its device sleeps for TICK
 * before it looks again, as a network card moderates its interrupts, instead of being woken for every packet.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <linux/virtio_net.h>
#include "flows.h"

enum {
    MAX_PACKET = 70000,
    BATCH_BYTES = 512 << 10,       /* read at most this before looking at what is due */
    TICK_NS = 50000,
    IDLE_NS = 100000000
};

/* A ring of (record, packet); a length of 0 means "go on at the start". time_ns is the arrival while the packet is
 * queued and the delivery once the link has taken it. */
typedef struct { uint64_t time_ns; uint32_t length, wire; } Record;

typedef struct {
    const char *from_name, *to_name;
    int from, to;
    uint8_t *ring;
    size_t capacity, used, head, link, tail;     /* head: next to deliver; link: next to serialise; tail: next free */
    size_t waiting;                              /* records from link to tail */
    uint64_t queued;                             /* their bytes */
    uint64_t link_free_ns, random_state;
    _Atomic uint64_t packets, bytes, lost_queue, lost_random, lost_stall, peak_queue;
    Flow flows[FLOWS];
} Direction;

static volatile sig_atomic_t stopping;
static int gso;
static uint64_t queue_bytes, reserve_bytes, seed = 1;
static _Atomic double bytes_per_ns;
static _Atomic uint64_t delay_ns;
static _Atomic uint32_t loss_below;
static Direction directions[2];

static void on_signal(int signal_number) { (void)signal_number; stopping = 1; }

static void add(_Atomic uint64_t *counter, uint64_t amount) {
    /* One writer each, so no locked instruction is needed. */
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + amount, memory_order_relaxed);
}

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint32_t random32(uint64_t *state) {
    *state ^= *state << 13; *state ^= *state >> 7; *state ^= *state << 17;
    return (uint32_t)(*state >> 32);
}

static int open_tun_in(const char *namespace_name, const char *device) {
    char path[256];
    snprintf(path, sizeof path, "/var/run/netns/%s", namespace_name);
    int ns = open(path, O_RDONLY);
    if (ns < 0 || setns(ns, CLONE_NEWNET)) { perror(path); exit(1); }
    close(ns);
    int tun = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    struct ifreq request = { .ifr_flags = (short)(IFF_TUN | IFF_NO_PI | (gso ? IFF_VNET_HDR : 0)) };
    snprintf(request.ifr_name, sizeof request.ifr_name, "%s", device);
    if (tun < 0 || ioctl(tun, TUNSETIFF, &request)) { perror("/dev/net/tun"); exit(1); }
    if (gso && ioctl(tun, TUNSETOFFLOAD, TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6)) { perror("TUNSETOFFLOAD"); exit(1); }
    return tun;
}

/* Bytes on the wire: a super-packet pays for the headers of each of its segments, and not for the offload header. */
static uint32_t wire_length(const uint8_t *packet, uint32_t length) {
    if (!gso) return length;
    struct virtio_net_hdr header;
    memcpy(&header, packet, sizeof header);
    length -= (uint32_t)sizeof header;
    if (header.gso_type == VIRTIO_NET_HDR_GSO_NONE || !header.gso_size || length <= header.hdr_len) return length;
    uint32_t segments = (length - header.hdr_len + header.gso_size - 1u) / header.gso_size;
    return length + (segments - 1) * header.hdr_len;
}

static size_t record_size(uint32_t length) { return sizeof(Record) + ((length + 15u) & ~15u); }

/* Where the next packet may be read to, with room for the largest; NULL when the ring is full. */
static uint8_t *room(Direction *d) {
    size_t need = record_size(MAX_PACKET) + sizeof(Record);
    if (d->used == 0) d->head = d->link = d->tail = 0;        /* stay where the cache is warm */
    if (d->capacity - d->tail < need) {
        size_t skipped = d->capacity - d->tail;
        if (d->capacity - d->used < skipped + need) return NULL;
        ((Record *)(d->ring + d->tail))->length = 0;
        d->used += skipped;
        d->tail = 0;
    }
    return d->capacity - d->used < need ? NULL : d->ring + d->tail + sizeof(Record);
}

/* The record at a cursor, which moves over the gap at the ring's end. */
static Record *at(Direction *d, size_t *cursor, int gives_back) {
    Record *record = (Record *)(d->ring + *cursor);
    if (record->length) return record;
    if (gives_back) d->used -= d->capacity - *cursor;
    *cursor = 0;
    return (Record *)d->ring;
}

/* Queues or drops one packet that was read into the place room() gave. */
static void accept_packet(Direction *d, const uint8_t *packet, uint32_t length, uint64_t now) {
    uint32_t wire = wire_length(packet, length), header = gso ? sizeof(struct virtio_net_hdr) : 0;
    uint32_t ports = ports_of(packet + header, length - header);
    add(&d->packets, 1);
    if (ports) {
        count_flow(d->flows, ports, length, now);
        if (is_stalled(ports)) { add(&d->lost_stall, 1); return; }
    }
    uint32_t below = atomic_load_explicit(&loss_below, memory_order_relaxed);
    if (below && random32(&d->random_state) < below) { add(&d->lost_random, 1); return; }
    if (packet != d->ring + d->tail + sizeof(Record) || d->queued + wire > queue_bytes) { add(&d->lost_queue, 1); return; }
    *(Record *)(d->ring + d->tail) = (Record){ now, length, wire };
    d->tail += record_size(length);
    d->used += record_size(length);
    d->waiting++;
    d->queued += wire;
    if (d->queued > atomic_load_explicit(&d->peak_queue, memory_order_relaxed))
        atomic_store_explicit(&d->peak_queue, d->queued, memory_order_relaxed);
}

/* The link takes what it can by now: each packet once the one before it has left. */
static void serialise(Direction *d, uint64_t now) {
    double rate = atomic_load_explicit(&bytes_per_ns, memory_order_relaxed);
    uint64_t delay = atomic_load_explicit(&delay_ns, memory_order_relaxed);
    while (d->waiting && d->link_free_ns <= now) {
        Record *record = at(d, &d->link, 0);
        uint64_t start = d->link_free_ns > record->time_ns ? d->link_free_ns : record->time_ns;
        d->link_free_ns = start + (uint64_t)((double)record->wire / rate);
        record->time_ns = d->link_free_ns + delay;
        d->link += record_size(record->length);
        d->queued -= record->wire;
        d->waiting--;
    }
}

/* Writes what is due; the time of the next one, or of the link's next free moment, or far away. */
static uint64_t deliver(Direction *d, uint64_t now) {
    while (d->used) {
        if (d->waiting && d->head == d->link) return d->link_free_ns;
        Record *record = at(d, &d->head, 1);
        if (d->waiting && record == (Record *)(d->ring + d->link)) return d->link_free_ns;
        if (record->time_ns > now) return record->time_ns;
        if (write(d->to, record + 1, record->length) < 0) {
            if (errno == EAGAIN) return now;
        } else {
            add(&d->bytes, record->wire);
        }
        size_t size = record_size(record->length);
        d->head += size;
        d->used -= size;
    }
    return now + IDLE_NS;
}

static void *carry(void *argument) {
    Direction *d = argument;
    static _Thread_local uint8_t scratch[MAX_PACKET];
    prctl(PR_SET_TIMERSLACK, 1000UL);
    while (!stopping) {
        uint32_t batch = 0;
        int drained = 0;
        while (batch < BATCH_BYTES && !drained) {
            uint8_t *place = room(d);
            if (!place) place = scratch;
            ssize_t length = read(d->from, place, MAX_PACKET);
            if (length <= 0) { drained = 1; break; }
            accept_packet(d, place, (uint32_t)length, now_ns());
            batch += (uint32_t)length;
        }
        uint64_t now = now_ns();
        serialise(d, now);
        uint64_t next = deliver(d, now);
        if (!drained) continue;
        now = now_ns();
        uint64_t wait = next > now + TICK_NS ? next - now : TICK_NS;
        if (batch) {
            struct timespec tick = { 0, TICK_NS };
            nanosleep(&tick, NULL);
        } else {
            struct pollfd readable = { d->from, POLLIN, 0 };
            struct timespec limit = { 0, (long)(wait < IDLE_NS ? wait : IDLE_NS) };
            ppoll(&readable, 1, &limit, NULL);
        }
    }
    return NULL;
}

static void print_counters(void) {
    printf("{");
    for (int i = 0; i < 2; i++) {
        Direction *d = &directions[i];
        printf("%s\"%s-%s\": {\"packets\": %lu, \"bytes\": %lu, \"lost_queue\": %lu, \"lost_random\": %lu, "
               "\"lost_stall\": %lu, \"peak_queue\": %lu}", i ? ", " : "", d->from_name, d->to_name,
               d->packets, d->bytes, d->lost_queue, d->lost_random, d->lost_stall, d->peak_queue);
    }
    printf("}\n");
    fflush(stdout);
}

static void set_speed(double rate, uint64_t delay) {
    if (rate <= 0 || (double)delay * rate + (double)queue_bytes > (double)reserve_bytes) {
        puts("error more would be under way than the memory set aside at the start");
        return;
    }
    bytes_per_ns = rate;
    delay_ns = delay;
    puts("ok");
}

static void obey(const char *line) {
    Flow *const tables[2] = { directions[0].flows, directions[1].flows };
    uint64_t recently = now_ns() - 200000000u - 2 * delay_ns;
    double number;
    uint32_t port;
    if (sscanf(line, "rate %lf", &number) == 1) set_speed(number * 1e6 / 8 / 1e9, delay_ns);
    else if (sscanf(line, "delay %lf", &number) == 1 && number >= 0) set_speed(bytes_per_ns, (uint64_t)(number * 1e6));
    else if (sscanf(line, "loss %lf", &number) == 1 && number >= 0 && number <= 1e6) {
        if (gso && number > 0) puts("error no loss with gso: it would lose super-packets");
        else { loss_below = (uint32_t)(number * 4294.967295); puts("ok"); }
    } else if (sscanf(line, "stall port %u", &port) == 1) stall_port(tables, port);
    else if (sscanf(line, "stall %lf", &number) == 1 && number > 0 && number <= 1) stall_fraction(tables, recently, number);
    else if (strncmp(line, "unstall", 7) == 0) { stalled_count = 0; puts("ok"); }
    else if (strncmp(line, "counters", 8) == 0) print_counters();
    else puts("error unknown command");
    fflush(stdout);
}

static void open_direction(Direction *d, const char *from_name, const char *to_name, int from, int to) {
    d->from_name = from_name; d->to_name = to_name;
    d->from = from; d->to = to;
    d->random_state = (88172645463325252u ^ (seed * 0x9e3779b97f4a7c15u)) | 1;
    /* A record is longer than its packet on the wire by 43 % at most (a bare acknowledgement of 52 bytes). */
    d->capacity = ((size_t)((double)reserve_bytes * 1.5) + 64 * record_size(MAX_PACKET)) & ~(size_t)4095;
    d->ring = mmap(NULL, d->capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (d->ring == MAP_FAILED) { perror("memory for the link"); exit(1); }
    madvise(d->ring, d->capacity, MADV_HUGEPAGE);
    for (size_t k = 0; k < d->capacity; k += 4096) d->ring[k] = 0;
}

int main(int argc, char **argv) {
    const char *device = "wan0";
    if (argc < 7) {
        fprintf(stderr, "usage: wanlink NS_A NS_B RATE_MBIT ONE_WAY_DELAY_MS LOSS_PPM QUEUE_KB [gso] [name=wan0] [seed=1]\n");
        return 2;
    }
    for (int k = 7; k < argc; k++) {
        if (strcmp(argv[k], "gso") == 0) gso = 1;
        else if (strncmp(argv[k], "name=", 5) == 0 && argv[k][5]) device = argv[k] + 5;
        else if (strncmp(argv[k], "seed=", 5) == 0) seed = strtoull(argv[k] + 5, NULL, 10);
        else { fprintf(stderr, "wanlink: unknown option %s\n", argv[k]); return 2; }
    }
    if (gso && atof(argv[5]) > 0) { fprintf(stderr, "wanlink: no loss with gso: it would lose super-packets\n"); return 2; }
    bytes_per_ns = atof(argv[3]) * 1e6 / 8 / 1e9;
    delay_ns = (uint64_t)(atof(argv[4]) * 1e6);
    loss_below = (uint32_t)(atof(argv[5]) * 4294.967295);
    queue_bytes = (uint64_t)(atof(argv[6]) * 1024);
    reserve_bytes = (uint64_t)((double)delay_ns * bytes_per_ns) + queue_bytes;
    struct sigaction ending = { .sa_handler = on_signal };      /* no SA_RESTART: getline must return */
    sigaction(SIGTERM, &ending, NULL);
    sigaction(SIGINT, &ending, NULL);

    int tun[2] = { open_tun_in(argv[1], device), open_tun_in(argv[2], device) };
    for (int i = 0; i < 2; i++) open_direction(&directions[i], argv[1 + i], argv[2 - i], tun[i], tun[1 - i]);
    sigset_t ends;
    sigemptyset(&ends); sigaddset(&ends, SIGTERM); sigaddset(&ends, SIGINT);
    pthread_sigmask(SIG_BLOCK, &ends, NULL);                   /* the signals are the main thread's */
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        if (pthread_create(&thread[i], NULL, carry, &directions[i])) { perror("pthread_create"); return 1; }
    puts("ready");
    fflush(stdout);
    sigset_t none;
    sigemptyset(&none);
    char line[256];
    size_t length = 0;
    while (!stopping) {
        struct pollfd input = { 0, POLLIN, 0 };
        if (ppoll(&input, 1, NULL, &none) < 0) continue;       /* atomically unblocks the signals: none is missed */
        ssize_t got = read(0, line + length, sizeof line - 1 - length);
        if (got <= 0) break;
        length += (size_t)got;
        line[length] = 0;
        for (char *end; (end = strchr(line, '\n')); length = strlen(line)) {
            *end = 0;
            obey(line);
            memmove(line, end + 1, strlen(end + 1) + 1);
        }
        if (length == sizeof line - 1) length = 0;
    }
    stopping = 1;
    for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);
    print_counters();
    return 0;
}
