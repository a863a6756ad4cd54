#define _GNU_SOURCE
#include "CLibedit.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <termios.h>
#include <unistd.h>

// In C, because a handler runs on any thread at any time, also after a crash: nothing here allocates or locks.

// Signals that end the program and that nothing else handles: those of crashes first, then those that others send.
static const int fatal[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGSYS, SIGQUIT, SIGXCPU, SIGALRM,
                            SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGIO, SIGPWR, SIGSTKFLT};
enum { FATAL = sizeof fatal / sizeof fatal[0], CRASHES = 7 };
static int is_installed, terminal = -1, has_modes;
static struct termios settings;
// For an overflow of the stack.
static _Alignas(16) char stack[32 << 10];

// Marks of pastes off; lines wrap; the cursor is visible; the normal screen; the normal keypad.
static const char modes[] = "\033[?2004l\033[?7h\033[?25h\033[?1047l\033>\n";
static const char crashed[] = "internal error: Snowdeck crashed. Tapes keep what was recorded.\n";
static const char starved[] =
    "internal error: Snowdeck crashed, probably for lack of memory (ulimit -v). Tapes keep what was recorded.\n";

static void print(int descriptor, const char *text, size_t count) {
    if (write(descriptor, text, count) < 0) {
        // Nothing can be reported any more.
    }
}

static int has_memory_limit(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

void cel_restore_terminal(void) {
    struct termios now;
    // In the background the terminal belongs to another program.
    if (terminal < 0 || tcgetpgrp(terminal) != getpgrp() || tcgetattr(terminal, &now) != 0) return;
    if (memcmp(&now, &settings, sizeof now) == 0) return;
    tcsetattr(terminal, TCSANOW, &settings);
    if (has_modes) print(terminal, modes, sizeof modes - 1);
}

static void end(int number) {
    int saved = errno;
    cel_restore_terminal();
    for (int index = 0; index < FATAL; index++) {
        if (fatal[index] != number) continue;
        // Not what was installed before: Swift's own handler asks on a terminal whether to debug, and waits.
        signal(number, SIG_DFL);
        if (index >= CRASHES) continue;
        if (has_memory_limit()) print(STDERR_FILENO, starved, sizeof starved - 1);
        else print(STDERR_FILENO, crashed, sizeof crashed - 1);
    }
    errno = saved;
    // Blocked until the handler returns. A crash would repeat the faulty instruction, but not if another process sent it.
    raise(number);
}

void cel_guard_crashes(int descriptor) {
    if (is_installed) return;
    is_installed = 1;
    if (descriptor >= 0 && tcgetattr(descriptor, &settings) == 0) terminal = descriptor;
    const char *kind = getenv("TERM");
    has_modes = kind != NULL && strcmp(kind, "dumb") != 0;
    stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternative, NULL);
    struct sigaction action = {0};
    action.sa_handler = end;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < FATAL; index++) {
        struct sigaction before;
        sigaction(fatal[index], NULL, &before);
        if (before.sa_handler != SIG_IGN) sigaction(fatal[index], &action, NULL);
    }
}
