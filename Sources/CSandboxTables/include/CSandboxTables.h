// The tables and records of the sandbox, and the files of its pages, compiled in: a program of one file has no folder for them.
#pragma once

/// How many texts there are.
int csandbox_tables_count(void);
/// The name of the file that a text is.
const char *csandbox_tables_name(int index);
/// The bytes of a text, which outlive everything.
const unsigned char *csandbox_tables_bytes(int index);
/// How many bytes a text has.
long csandbox_tables_size(int index);
