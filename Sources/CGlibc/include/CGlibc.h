// What Swift does not import from glibc.
#pragma once

// The arguments of the process, which glibc passes to C code only. Swift's `CommandLine` reads them from
// /proc/self/cmdline, and has none without /proc.

/// The number of arguments, including the program's name.
int cglibc_argument_count(void);
/// The arguments, in the loader's memory.
char *const *cglibc_arguments(void);

/// Lets heaps grow by up to 64 MB of address space at a time: by default a thread's heap grows by a page, each time with
/// a system call. Memory is used only when it is written.
void cglibc_grow_heaps_at_once(void);
