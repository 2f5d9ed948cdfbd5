/* The TCP flows of a link: who carries bulk data, and whom the link swallows. One table a direction, written by its
 * thread; stalls are decided by the thread that obeys commands. */
#ifndef FLOWS_H
#define FLOWS_H

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    FLOWS = 4096,                  /* a power of two */
    BULK_BYTES = 256 << 10,        /* no control connection carries this much */
    MAX_STALLED = 256
};

typedef struct {
    _Atomic uint32_t ports;        /* lower port << 16 | higher port; 0 = free */
    _Atomic uint64_t bytes, last_ns;
} Flow;

static _Atomic uint32_t stalled_count;
static _Atomic uint32_t stalled[MAX_STALLED];

/* Both ports of an IPv4 TCP packet, the same for both directions of its flow; 0 for anything else. */
static uint32_t ports_of(const uint8_t *ip, uint32_t length) {
    if (length < 40 || ip[0] >> 4 != 4 || ip[9] != 6) return 0;
    const uint8_t *tcp = ip + (ip[0] & 15) * 4;
    uint32_t a = (uint32_t)tcp[0] << 8 | tcp[1], b = (uint32_t)tcp[2] << 8 | tcp[3];
    return a < b ? a << 16 | b : b << 16 | a;
}

/* Relaxed: each table has one writer, and its reader needs no more than recent values. */
static void count_flow(Flow *flows, uint32_t ports, uint32_t length, uint64_t now) {
    for (uint32_t k = 0, slot = ports * 2654435761u; k < 16; k++, slot++) {
        Flow *flow = &flows[slot & (FLOWS - 1)];
        uint32_t found = atomic_load_explicit(&flow->ports, memory_order_relaxed);
        if (found != ports && found != 0) continue;
        if (found == 0) atomic_store_explicit(&flow->ports, ports, memory_order_relaxed);
        uint64_t before = atomic_load_explicit(&flow->bytes, memory_order_relaxed);
        atomic_store_explicit(&flow->bytes, before + length, memory_order_relaxed);
        atomic_store_explicit(&flow->last_ns, now, memory_order_relaxed);
        return;
    }
}

static int is_stalled(uint32_t ports) {
    uint32_t count = atomic_load_explicit(&stalled_count, memory_order_acquire);
    for (uint32_t k = 0; k < count; k++)
        if (atomic_load_explicit(&stalled[k], memory_order_relaxed) == ports) return 1;
    return 0;
}

static int compare(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* The flows seen since then that carry bulk data in either direction, by a hash of their ports: which of them are chosen
 * depends on nothing but the ports. */
static uint32_t bulk_flows(Flow *const tables[2], uint64_t since_ns, uint32_t *found, uint32_t limit) {
    uint32_t count = 0;
    for (int i = 0; i < 2; i++)
        for (uint32_t k = 0; k < FLOWS && count < limit; k++) {
            Flow *flow = &tables[i][k];
            if (flow->bytes >= BULK_BYTES && flow->last_ns > since_ns && !is_stalled(flow->ports))
                found[count++] = flow->ports * 2654435761u;
        }
    qsort(found, count, sizeof *found, compare);
    for (uint32_t k = 0; k < count; k++) found[k] *= 244002641u;      /* the inverse: ports again */
    return count;
}

static int stall(uint32_t ports) {
    uint32_t count = atomic_load(&stalled_count);
    if (count == MAX_STALLED) return 0;
    atomic_store(&stalled[count], ports);
    atomic_store_explicit(&stalled_count, count + 1, memory_order_release);
    return 1;
}

static void stall_fraction(Flow *const tables[2], uint64_t since_ns, double fraction) {
    uint32_t flows[MAX_STALLED], count = bulk_flows(tables, since_ns, flows, MAX_STALLED), done = 0;
    uint32_t wanted = (uint32_t)((double)count * fraction + 0.999999);
    while (done < wanted && stall(flows[done])) done++;
    printf("ok stalled %u of %u bulk flows\n", done, count);
}

static void stall_port(Flow *const tables[2], uint32_t port) {
    uint32_t done = 0;
    for (int i = 0; i < 2; i++)
        for (uint32_t k = 0; k < FLOWS; k++) {
            uint32_t ports = tables[i][k].ports;
            if (ports && (ports >> 16 == port || (ports & 0xffff) == port) && !is_stalled(ports)) done += (uint32_t)stall(ports);
        }
    printf("ok stalled %u\n", done);
}

#endif
