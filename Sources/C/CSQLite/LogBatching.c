// A VFS that writes the frames of a transaction to a write-ahead log with one system call, not two for each frame.
//
// SQLite writes a frame as a header of 24 bytes and then the page. Both are collected while they follow the last write,
// up to the frame that commits (its header has the size of the database), which writes everything and reports the
// result. So a transaction is in the log before its commit returns, as without this. Every other access to the log
// writes what was collected first; only this connection knows about frames that are not committed.
// Formats: https://sqlite.org/fileformat2.html#walformat
#include "CSQLite.h"
#include <string.h>

enum { HEADER = 24, CAPACITY = 64 << 10 };

// Follows the file object of the original VFS.
typedef struct {
    sqlite3_io_methods methods;
    const sqlite3_io_methods *original;
    unsigned char *bytes;
    int count;
    int commits;         // whether the last header is that of a commit
    sqlite3_int64 end;   // where the last write ended, and the next frame begins; the collected bytes end there
} Log;

static sqlite3_vfs *original;
static sqlite3_vfs batching;

static Log *log_of(sqlite3_file *file) { return (Log *)((char *)file + batching.szOsFile - sizeof(Log)); }

static int flush(sqlite3_file *file, Log *log) {
    int count = log->count;
    log->count = 0;
    log->commits = 0;
    if (count == 0) return SQLITE_OK;
    int code = log->original->xWrite(file, log->bytes, count, log->end - count);
    if (code != SQLITE_OK) log->end = -1;
    return code;
}

static int write_log(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 place) {
    Log *log = log_of(file);
    if (place != log->end || log->count + count > CAPACITY) {
        int code = flush(file, log);
        if (code != SQLITE_OK) return code;
    }
    int begins = count == HEADER && place == log->end;
    if ((begins || log->count > 0) && log->bytes == NULL) log->bytes = sqlite3_malloc(CAPACITY);
    if ((!begins && log->count == 0) || log->bytes == NULL) {
        int code = log->original->xWrite(file, bytes, count, place);
        log->end = code == SQLITE_OK ? place + count : -1;
        return code;
    }
    memcpy(log->bytes + log->count, bytes, count);
    log->count += count;
    log->end += count;
    if (begins) {
        static const unsigned char none[4];
        log->commits = memcmp((const unsigned char *)bytes + 4, none, sizeof none) != 0;
        return SQLITE_OK;
    }
    return log->commits ? flush(file, log) : SQLITE_OK;
}

static int read_log(sqlite3_file *file, void *bytes, int count, sqlite3_int64 place) {
    int code = flush(file, log_of(file));
    return code == SQLITE_OK ? log_of(file)->original->xRead(file, bytes, count, place) : code;
}

static int truncate_log(sqlite3_file *file, sqlite3_int64 size) {
    int code = flush(file, log_of(file));
    return code == SQLITE_OK ? log_of(file)->original->xTruncate(file, size) : code;
}

static int sync_log(sqlite3_file *file, int flags) {
    int code = flush(file, log_of(file));
    return code == SQLITE_OK ? log_of(file)->original->xSync(file, flags) : code;
}

static int size_of_log(sqlite3_file *file, sqlite3_int64 *size) {
    int code = flush(file, log_of(file));
    return code == SQLITE_OK ? log_of(file)->original->xFileSize(file, size) : code;
}

static int close_log(sqlite3_file *file) {
    Log *log = log_of(file);
    // What is left was not committed.
    sqlite3_free(log->bytes);
    log->bytes = NULL;
    return log->original->xClose(file);
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *opened) {
    (void)vfs;
    int code = original->xOpen(original, name, file, flags, opened);
    if (code != SQLITE_OK || !(flags & SQLITE_OPEN_WAL)) return code;
    Log *log = log_of(file);
    *log = (Log){.methods = *file->pMethods, .original = file->pMethods, .end = -1};
    log->methods.xClose = close_log;
    log->methods.xRead = read_log;
    log->methods.xWrite = write_log;
    log->methods.xTruncate = truncate_log;
    log->methods.xSync = sync_log;
    log->methods.xFileSize = size_of_log;
    file->pMethods = &log->methods;
    return SQLITE_OK;
}

int csqlite_register_log_batching(const char *name) {
    static char kept[32];
    original = sqlite3_vfs_find(NULL);
    if (original == NULL || strlen(name) >= sizeof kept) return SQLITE_ERROR;
    strcpy(kept, name);
    batching = *original;
    batching.pNext = NULL;
    batching.zName = kept;
    // The sum must keep the alignment of `Log`.
    batching.szOsFile = (original->szOsFile + 7) / 8 * 8 + (int)sizeof(Log);
    batching.xOpen = open_file;
    return sqlite3_vfs_register(&batching, 0);
}
