// SQLite for Swift: its own header, and typed wrappers of what Swift cannot import.
#pragma once
#include <sqlite3.h>

// sqlite3_db_config is variadic.
int csqlite_db_config_flag(sqlite3 *db, int option, int value);
// SQLITE_TRANSIENT is a cast of -1 to a function pointer.
int csqlite_bind_text_copy(sqlite3_stmt *statement, int index, const char *text, int count);
int csqlite_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, int count);
// Registers a VFS with that name, which writes the frames of a transaction to a write-ahead log together. To be called
// once; returns SQLITE_OK or an error.
int csqlite_register_log_batching(const char *name);
