// Drops connections whose client does not complete the head of a request in time. libmicrohttpd's own timeout begins
// again with every byte.
#include "Library.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

// An open connection, in a ring that begins and ends with the daemon's `first`.
struct open_connection {
    struct open_connection *previous, *next;
    int socket;
    // When the head must be complete, in milliseconds; 0 while there is no limit.
    _Atomic(int64_t) deadline;
};

struct cmicrohttpd_deadlines {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool is_over;
    int64_t limit, idle;
    struct open_connection first;
};

// New deadlines of open connections are noticed after this time, in milliseconds.
static const int64_t longest_wait = 5000;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Closes what is late, and returns when to look again; 0 if no connection is open.
static int64_t close_late(struct cmicrohttpd_deadlines *deadlines) {
    if (deadlines->first.next == &deadlines->first) return 0;
    int64_t time = now();
    int64_t earliest = time + (deadlines->limit < longest_wait ? deadlines->limit : longest_wait);
    for (struct open_connection *each = deadlines->first.next; each != &deadlines->first; each = each->next) {
        int64_t deadline = atomic_load(&each->deadline);
        if (deadline == 0) continue;
        if (deadline <= time) {
            // The daemon's thread notices, and closes the socket after it was removed here.
            shutdown(each->socket, SHUT_RDWR);
            atomic_store(&each->deadline, 0);
        } else if (deadline < earliest) {
            earliest = deadline;
        }
    }
    return earliest;
}

static void *watch(void *context) {
    struct cmicrohttpd_deadlines *deadlines = context;
    pthread_mutex_lock(&deadlines->lock);
    while (!deadlines->is_over) {
        int64_t time = close_late(deadlines);
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

struct cmicrohttpd_deadlines *cmicrohttpd_deadlines_start(unsigned int head, unsigned int idle) {
    struct cmicrohttpd_deadlines *deadlines = calloc(1, sizeof *deadlines);
    if (deadlines == NULL) return NULL;
    deadlines->limit = (int64_t)head * 1000;
    deadlines->idle = (int64_t)idle * 1000;
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
    atomic_init(&one->deadline, now() + deadlines->limit);
    pthread_mutex_lock(&deadlines->lock);
    bool is_only = deadlines->first.next == &deadlines->first;
    one->next = &deadlines->first;
    one->previous = deadlines->first.previous;
    one->previous->next = one->next->previous = one;
    if (is_only) pthread_cond_signal(&deadlines->changed);
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
    one->previous->next = one->next;
    one->next->previous = one->previous;
    pthread_mutex_unlock(&deadlines->lock);
    *state = NULL;
    free(one);
}

void cmicrohttpd_deadlines_set(struct cmicrohttpd_deadlines *deadlines, void *state, enum cmicrohttpd_stage stage) {
    struct open_connection *one = state;
    if (one == NULL) return;
    int64_t deadline = atomic_load(&one->deadline);
    switch (stage) {
    case CMICROHTTPD_HEAD: {
        // The first head has as much time as there is from the connection's start.
        int64_t limit = now() + deadlines->limit;
        if (deadline == 0 || deadline > limit) atomic_store(&one->deadline, limit);
        break;
    }
    case CMICROHTTPD_EXCHANGE:
        if (deadline != 0) atomic_store(&one->deadline, 0);
        break;
    case CMICROHTTPD_IDLE: atomic_store(&one->deadline, now() + deadlines->idle); break;
    }
}
