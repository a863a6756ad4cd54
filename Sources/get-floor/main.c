// One recorded GET, with as little as possible: what any program must do that commits a row to a tape before the request,
// and the answer and its output after it. `make bench` compares Snowdeck with it.
//
//   get-floor URL TAPE
#include <curl/curl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sqlite3 *tape;
static char body[1 << 20];
static size_t length;

static void run(const char *sql) {
    char *message = NULL;
    if (sqlite3_exec(tape, sql, NULL, NULL, &message) == SQLITE_OK) return;
    fprintf(stderr, "get-floor: %s: %s\n", sql, message);
    exit(1);
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
    sqlite3_stmt *statement;
    run("BEGIN IMMEDIATE");
    sqlite3_prepare_v2(tape, "INSERT INTO body(digest,bytes) VALUES(random(),?)", -1, &statement, NULL);
    sqlite3_bind_blob(statement, 1, body, (int)length, SQLITE_STATIC);
    sqlite3_step(statement);
    if (sqlite3_finalize(statement) != SQLITE_OK) exit(1);
    char sql[200];
    snprintf(sql, sizeof sql,
             "INSERT INTO outcome(exchange,status,reason,headers,body) VALUES(%lld,200,'OK',x'00',last_insert_rowid())",
             (long long)exchange);
    run(sql);
    run("COMMIT");
}

int main(int count, char **words) {
    if (count != 3) return 2;
    if (sqlite3_open_v2(words[2], &tape, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) return 1;
    run("PRAGMA synchronous=OFF;PRAGMA journal_mode=MEMORY;PRAGMA journal_mode=WAL;PRAGMA wal_autocheckpoint=0");
    run("PRAGMA foreign_keys=ON");
    run("INSERT INTO session(started_at,instance,zone,zone_rules,version,policy,settings,seed)"
        " VALUES(1,'x','UTC','UTC0','1','p','{}',1)");
    run("PRAGMA synchronous=NORMAL");
    run("INSERT INTO command(session,line,now) SELECT max(id),'get',1 FROM session");
    run("INSERT INTO exchange(session,command,epoch,purpose,started_at,key_hash,key,method,url,headers)"
        " SELECT session,max(id),0,'command',1,random(),'GET','GET','x',x'00' FROM command");
    sqlite3_int64 exchange = sqlite3_last_insert_rowid(tape);
    get(words[1]);
    complete(exchange);
    fwrite(body, 1, length, stdout);
    if (fflush(stdout) != 0) return 1;
    run("INSERT INTO output(command,stream,bytes) SELECT max(id),1,x'78' FROM command");
    run("UPDATE command SET exit_status=0 WHERE id=(SELECT max(id) FROM command)");
    // A tape is one file.
    run("PRAGMA wal_checkpoint(TRUNCATE);PRAGMA synchronous=OFF;PRAGMA journal_mode=MEMORY");
    return sqlite3_close(tape) == SQLITE_OK ? 0 : 1;
}
