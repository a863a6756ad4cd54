#include "CSQLite.h"
#include <stddef.h>

int csqlite_db_config_flag(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, NULL);
}

int csqlite_bind_text_copy(sqlite3_stmt *statement, int index, const char *text, int count) {
    if (text == NULL) return sqlite3_bind_text(statement, index, "", 0, SQLITE_STATIC);  // empty, not NULL
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

int csqlite_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
