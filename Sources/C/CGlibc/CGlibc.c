#include "CGlibc.h"
#include <malloc.h>
#include <sys/prctl.h>

static int count;
static char **arguments;

// glibc calls constructors with the arguments of main.
__attribute__((constructor)) static void keep(int given, char **words, char **environment) {
    (void)environment;
    count = given;
    arguments = words;
}

int cglibc_argument_count(void) { return count; }

char *const *cglibc_arguments(void) { return arguments; }

void cglibc_grow_heaps_at_once(void) { mallopt(M_TOP_PAD, 64 << 20); }

// Not RLIMIT_CORE: a collector that core_pattern names gets the memory in spite of it, and other programs inherit it.
void cglibc_forbid_core_dumps(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
