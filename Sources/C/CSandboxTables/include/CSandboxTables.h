// The tables and records of the sandbox and the files of its pages, embedded because the program is a single file.
#pragma once

/// The number of texts.
int csandbox_tables_count(void);
/// The file name of a text.
const char *csandbox_tables_name(int index);
/// The bytes of a text, which are static.
const unsigned char *csandbox_tables_bytes(int index);
/// The size of a text in bytes.
long csandbox_tables_size(int index);
