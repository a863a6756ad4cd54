// The arguments of the process, which glibc passes to C code only. Swift's `CommandLine` reads them from
// /proc/self/cmdline, and has none without /proc.
#pragma once

/// The number of arguments, including the program's name.
int cglibc_argument_count(void);
/// The arguments, in the loader's memory.
char *const *cglibc_arguments(void);
