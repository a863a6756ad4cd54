// What glibc gives to C code only: the arguments that the loader passes. Swift's `CommandLine` reads them from
// /proc/self/cmdline, and a process without /proc would have none.
#pragma once

/// How many arguments the process was started with, its own name included.
int cglibc_argument_count(void);
/// The arguments, in the loader's memory.
char *const *cglibc_arguments(void);
