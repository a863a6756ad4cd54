// What any program must do, with as little as possible. `make bench` compares Snowdeck with it.
//
//   get-floor URL TAPE              one recorded GET: a row before the request; the answer and its output after it
//   get-floor --record TAPE COUNT   the two commits of an exchange, COUNT times, as copies of the tape's first one;
//                                   prints the nanoseconds of one exchange
#include <curl/curl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *tape;
static char body[1 << 20];
static size_t length;

static void run(const char *sql) {
    char *message = NULL;
    if (sqlite3_exec(tape, sql, NULL, NULL, &message) == SQLITE_OK) return;
    fprintf(stderr, "get-floor: %s: %s\n", sql, message);
    exit(1);
}

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(tape, sql, -1, &statement, NULL) == SQLITE_OK) return statement;
    fprintf(stderr, "get-floor: %s: %s\n", sql, sqlite3_errmsg(tape));
    exit(1);
}

static void step(sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE || sqlite3_reset(statement) != SQLITE_OK) {
        fprintf(stderr, "get-floor: %s\n", sqlite3_errmsg(tape));
        exit(1);
    }
}

static size_t take(char *bytes, size_t size, size_t count, void *context) {
    (void)context;
    if (size * count > sizeof body - length) return 0;
    memcpy(body + length, bytes, size * count);
    length += size * count;
    return size * count;
}

static void get(const char *url) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURL *transfer = curl_easy_init();
    curl_easy_setopt(transfer, CURLOPT_URL, url);
    curl_easy_setopt(transfer, CURLOPT_USERPWD, "john.doe:password");
    curl_easy_setopt(transfer, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, take);
    if (curl_easy_perform(transfer) != CURLE_OK) exit(1);
    curl_easy_cleanup(transfer);
}

static void complete(sqlite3_int64 exchange) {
    run("BEGIN IMMEDIATE");
    sqlite3_stmt *statement = prepared("INSERT INTO body(digest,bytes) VALUES(random(),?)");
    sqlite3_bind_blob(statement, 1, body, (int)length, SQLITE_STATIC);
    step(statement);
    sqlite3_finalize(statement);
    char sql[200];
    snprintf(sql, sizeof sql,
             "INSERT INTO outcome(exchange,status,reason,headers,body) VALUES(%lld,200,'OK',x'00',last_insert_rowid())",
             (long long)exchange);
    run(sql);
    run("COMMIT");
}

static int record_get(const char *url) {
    run("PRAGMA synchronous=OFF;PRAGMA journal_mode=MEMORY;PRAGMA journal_mode=WAL;PRAGMA wal_autocheckpoint=0");
    run("PRAGMA foreign_keys=ON");
    run("INSERT INTO session(started_at,instance,zone,zone_rules,version,policy,settings,seed)"
        " VALUES(1,'x','UTC','UTC0','1','p','{}',1)");
    run("PRAGMA synchronous=NORMAL");
    run("INSERT INTO command(session,line,now) SELECT max(id),'get',1 FROM session");
    run("INSERT INTO exchange(session,command,epoch,purpose,started_at,key_hash,key,method,url,headers)"
        " SELECT session,max(id),0,'command',1,random(),'GET','GET','x',x'00' FROM command");
    sqlite3_int64 exchange = sqlite3_last_insert_rowid(tape);
    get(url);
    complete(exchange);
    fwrite(body, 1, length, stdout);
    if (fflush(stdout) != 0) return 1;
    run("INSERT INTO output(command,stream,bytes) SELECT max(id),1,x'78' FROM command");
    run("UPDATE command SET exit_status=0 WHERE id=(SELECT max(id) FROM command)");
    // A tape is one file.
    run("PRAGMA wal_checkpoint(TRUNCATE);PRAGMA synchronous=OFF;PRAGMA journal_mode=MEMORY");
    return 0;
}

static char *copied(sqlite3_stmt *row, int column, int *bytes) {
    *bytes = sqlite3_column_bytes(row, column);
    char *copy = calloc(1, (size_t)*bytes + 1);
    if (copy == NULL) exit(1);
    memcpy(copy, sqlite3_column_blob(row, column), (size_t)*bytes);
    return copy;
}

// Every exchange has a key and a body of its own: the 32 digits of the record are replaced.
static void rename_record(char *text, const char *before, long number) {
    char digits[33];
    snprintf(digits, sizeof digits, "%016lx%016lx", (unsigned long)number * 0x9E3779B97F4A7C15UL, number);
    char *place = strstr(text, before);
    if (place == NULL) exit(1);
    memcpy(place + strlen(before), digits, 32);
}

static int record_copies(long count) {
    run("PRAGMA synchronous=OFF;PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA wal_autocheckpoint=2000");
    run("PRAGMA foreign_keys=ON");
    sqlite3_stmt *row = prepared("SELECT e.key,e.url,e.headers,o.headers,b.bytes FROM exchange e"
                                 " JOIN outcome o ON o.exchange=e.id JOIN body b ON b.id=o.body WHERE e.id=1");
    if (sqlite3_step(row) != SQLITE_ROW) return 1;
    int lengths[5];
    char *values[5];
    for (int column = 0; column < 5; column++) values[column] = copied(row, column, &lengths[column]);
    sqlite3_finalize(row);
    sqlite3_stmt *reserve = prepared(
        "INSERT INTO exchange(session,epoch,purpose,started_at,key_hash,key,principal,method,url,headers)"
        " VALUES(1,0,'command',1713122949000000,random(),?,'john.doe','GET',?,?)");
    sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE"), *commit = prepared("COMMIT");
    sqlite3_stmt *keep = prepared("INSERT INTO body(digest,bytes) VALUES(random(),?)");
    sqlite3_stmt *end = prepared(
        "INSERT INTO outcome(exchange,status,reason,headers,body,http_version,content_coding,resolved,connected,secured,"
        "first_byte,total) VALUES(?,200,'OK',?,last_insert_rowid(),'1.1','gzip',120,310,900,41000,41200)");
    struct timespec start, stop;
    for (long number = 0; number <= count; number++) {
        // The first one fills SQLite's cache.
        if (number == 1) clock_gettime(CLOCK_MONOTONIC, &start);
        rename_record(values[0], "/incident/", number);
        rename_record(values[1], "/incident/", number);
        rename_record(values[4], "\"sys_id\":\"", number);
        sqlite3_bind_text(reserve, 1, values[0], lengths[0], SQLITE_TRANSIENT);
        sqlite3_bind_text(reserve, 2, values[1], lengths[1], SQLITE_TRANSIENT);
        sqlite3_bind_blob(reserve, 3, values[2], lengths[2], SQLITE_STATIC);
        step(reserve);
        sqlite3_bind_int64(end, 1, sqlite3_last_insert_rowid(tape));
        step(begin);
        sqlite3_bind_blob(keep, 1, values[4], lengths[4], SQLITE_TRANSIENT);
        step(keep);
        sqlite3_bind_blob(end, 2, values[3], lengths[3], SQLITE_STATIC);
        step(end);
        step(commit);
    }
    clock_gettime(CLOCK_MONOTONIC, &stop);
    double elapsed = (double)(stop.tv_sec - start.tv_sec) * 1e9 + (double)(stop.tv_nsec - start.tv_nsec);
    printf("%.0f\n", elapsed / (double)count);
    sqlite3_stmt *statements[] = {reserve, begin, commit, keep, end};
    for (int index = 0; index < 5; index++) sqlite3_finalize(statements[index]);
    run("PRAGMA journal_mode=DELETE");
    return 0;
}

int main(int count, char **words) {
    int copies = count == 4 && strcmp(words[1], "--record") == 0;
    if (!copies && count != 3) return 2;
    if (sqlite3_open_v2(words[2], &tape, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) return 1;
    int status = copies ? record_copies(atol(words[3])) : record_get(words[1]);
    return sqlite3_close(tape) == SQLITE_OK ? status : 1;
}
