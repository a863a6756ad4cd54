// Drops connections whose client does not complete the head of a request in time. libmicrohttpd's own timeout begins
// again with every byte. When connections become scarce, clients have less time: otherwise a crowd that sends half of a
// head, or nothing, would keep others out for minutes.
#include "Library.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

// An open connection, in a ring that begins and ends with the daemon's `first`.
struct open_connection {
    struct open_connection *previous, *next;
    int socket;
    // When the head must be complete, in milliseconds, and when it must be in a crowd; 0 while there is no limit.
    _Atomic(int64_t) deadline, in_crowd;
};

struct cmicrohttpd_deadlines {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool is_over;
    int64_t limit, idle;
    // Connections that are open, and from how many on they are a crowd.
    unsigned int count, crowd;
    struct open_connection first;
};

// New deadlines of open connections are noticed after this time, in milliseconds.
static const int64_t longest_wait = 5000;

// How long a connection may wait for a head in a crowd, in milliseconds.
static const int64_t patience_in_crowd = 1000;

// This thread waking up later than this, in milliseconds, is a pause.
static const int64_t shortest_pause = 500;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Sets when a connection's head must be complete: `time` from `start` on; no limit if both are 0.
static void limit(struct open_connection *one, int64_t start, int64_t time) {
    atomic_store(&one->deadline, start + time);
    atomic_store(&one->in_crowd, start + (time < patience_in_crowd ? time : patience_in_crowd));
}

// Closes what is late, and returns when to look again; 0 if no connection is open.
static int64_t close_late(struct cmicrohttpd_deadlines *deadlines) {
    if (deadlines->first.next == &deadlines->first) return 0;
    int64_t time = now();
    bool is_crowd = deadlines->count >= deadlines->crowd;
    int64_t wait = is_crowd ? patience_in_crowd : longest_wait;
    int64_t earliest = time + (deadlines->limit < wait ? deadlines->limit : wait);
    for (struct open_connection *each = deadlines->first.next; each != &deadlines->first; each = each->next) {
        int64_t deadline = atomic_load(is_crowd ? &each->in_crowd : &each->deadline);
        if (deadline == 0) continue;
        if (deadline <= time) {
            // The daemon's thread notices, and closes the socket after it was removed here.
            shutdown(each->socket, SHUT_RDWR);
            limit(each, 0, 0);
        } else if (deadline < earliest) {
            earliest = deadline;
        }
    }
    return earliest;
}

// A process that was stopped, or a machine that paused, has not read what clients sent in time: they get that time again.
static void extend(struct cmicrohttpd_deadlines *deadlines, int64_t pause) {
    for (struct open_connection *each = deadlines->first.next; each != &deadlines->first; each = each->next) {
        _Atomic(int64_t) *both[] = {&each->deadline, &each->in_crowd};
        for (int i = 0; i < 2; i++) {
            // The daemon's thread may have lifted it meanwhile.
            int64_t deadline = atomic_load(both[i]);
            if (deadline != 0) atomic_compare_exchange_strong(both[i], &deadline, deadline + pause);
        }
    }
}

static void *watch(void *context) {
    struct cmicrohttpd_deadlines *deadlines = context;
    int64_t planned = INT64_MAX;
    pthread_mutex_lock(&deadlines->lock);
    while (!deadlines->is_over) {
        int64_t late = now() - planned;
        if (late >= shortest_pause) extend(deadlines, late);
        int64_t time = close_late(deadlines);
        planned = time == 0 ? INT64_MAX : time;
        if (time == 0) {
            pthread_cond_wait(&deadlines->changed, &deadlines->lock);
        } else {
            struct timespec limit = {.tv_sec = time / 1000, .tv_nsec = time % 1000 * 1000000};
            pthread_cond_timedwait(&deadlines->changed, &deadlines->lock, &limit);
        }
    }
    pthread_mutex_unlock(&deadlines->lock);
    return NULL;
}

struct cmicrohttpd_deadlines *cmicrohttpd_deadlines_start(
    unsigned int head, unsigned int idle, unsigned int connections) {
    struct cmicrohttpd_deadlines *deadlines = calloc(1, sizeof *deadlines);
    if (deadlines == NULL) return NULL;
    deadlines->limit = (int64_t)head * 1000;
    deadlines->idle = (int64_t)idle * 1000;
    deadlines->crowd = connections - connections / 8;
    deadlines->first.previous = deadlines->first.next = &deadlines->first;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&deadlines->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&deadlines->lock, NULL);
    if (pthread_create(&deadlines->thread, NULL, watch, deadlines) == 0) return deadlines;
    pthread_cond_destroy(&deadlines->changed);
    pthread_mutex_destroy(&deadlines->lock);
    free(deadlines);
    return NULL;
}

void cmicrohttpd_deadlines_stop(struct cmicrohttpd_deadlines *deadlines) {
    pthread_mutex_lock(&deadlines->lock);
    deadlines->is_over = true;
    pthread_cond_signal(&deadlines->changed);
    pthread_mutex_unlock(&deadlines->lock);
    pthread_join(deadlines->thread, NULL);
    pthread_cond_destroy(&deadlines->changed);
    pthread_mutex_destroy(&deadlines->lock);
    free(deadlines);
}

static void open_one(struct cmicrohttpd_deadlines *deadlines, int socket, void **state) {
    struct open_connection *one = calloc(1, sizeof *one);
    if (one == NULL) return;
    one->socket = socket;
    limit(one, now(), deadlines->limit);
    pthread_mutex_lock(&deadlines->lock);
    deadlines->count++;
    bool changes = deadlines->count == 1 || deadlines->count == deadlines->crowd;
    one->next = &deadlines->first;
    one->previous = deadlines->first.previous;
    one->previous->next = one->next->previous = one;
    if (changes) pthread_cond_signal(&deadlines->changed);
    pthread_mutex_unlock(&deadlines->lock);
    *state = one;
}

void cmicrohttpd_deadlines_notify(
    struct cmicrohttpd_deadlines *deadlines, int socket, void **state, enum MHD_ConnectionNotificationCode code) {
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        open_one(deadlines, socket, state);
        return;
    }
    struct open_connection *one = *state;
    if (one == NULL) return;
    pthread_mutex_lock(&deadlines->lock);
    deadlines->count--;
    one->previous->next = one->next;
    one->next->previous = one->previous;
    pthread_mutex_unlock(&deadlines->lock);
    *state = NULL;
    free(one);
}

void cmicrohttpd_deadlines_set(struct cmicrohttpd_deadlines *deadlines, void *state, enum cmicrohttpd_stage stage) {
    struct open_connection *one = state;
    if (one == NULL) return;
    int64_t time = now(), deadline = atomic_load(&one->deadline);
    switch (stage) {
    case CMICROHTTPD_HEAD:
        // The first head has as much time as there is from the connection's start.
        if (deadline == 0 || deadline > time + deadlines->limit) limit(one, time, deadlines->limit);
        break;
    case CMICROHTTPD_EXCHANGE:
        if (deadline != 0) limit(one, 0, 0);
        break;
    case CMICROHTTPD_IDLE: limit(one, time, deadlines->idle); break;
    }
}
