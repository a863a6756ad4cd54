#define _GNU_SOURCE
#include "CLibedit.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// In C, because a handler runs on any thread at any time: nothing here allocates, locks or is initialized lazily.

static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
enum { WATCHED = sizeof watched / sizeof watched[0] };
static struct sigaction before[WATCHED];
static atomic_int target = -1;

static void note(int number) {
    int saved = errno;
    int descriptor = atomic_load(&target);
    unsigned char byte = (unsigned char)number;
    if (descriptor >= 0 && write(descriptor, &byte, 1) < 0) {
        // The pipe is full of pending signals.
    }
    errno = saved;
}

int cel_watch_signals(int descriptor) {
    int none = -1;
    if (!atomic_compare_exchange_strong(&target, &none, descriptor)) return -1;
    struct sigaction action = {0};
    action.sa_handler = note;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < WATCHED; index++) {
        sigaction(watched[index], NULL, &before[index]);
        int ignored = before[index].sa_handler == SIG_IGN;
        if (ignored && watched[index] != SIGWINCH && watched[index] != SIGCONT) continue;
        sigaction(watched[index], &action, NULL);
    }
    return 0;
}

void cel_unwatch_signals(void) {
    if (atomic_load(&target) < 0) return;
    for (int index = 0; index < WATCHED; index++) sigaction(watched[index], &before[index], NULL);
    atomic_store(&target, -1);
}
