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

/// Keeps the kernel from writing this process's memory to a core file or to a program that collects them, whatever the
/// limit is, and other processes of the user from reading it. Programs that it starts are not affected.
void cglibc_forbid_core_dumps(void);
