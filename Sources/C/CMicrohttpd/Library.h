// Shared by the files of this target.
#pragma once
#include <microhttpd.h>
#include <stdint.h>

// The GnuTLS session of a connection; NULL without TLS.
void *cmicrohttpd_session(struct MHD_Connection *connection);

// Deadlines of a daemon's connections, watched by a thread: `head` seconds for the head of a request, `idle` between
// requests, and a second in both cases when most of the daemon's `connections` are open. NULL if the thread cannot be
// started.
struct cmicrohttpd_deadlines *cmicrohttpd_deadlines_start(
    unsigned int head, unsigned int idle, unsigned int connections);
// To be called once the daemon has closed all connections.
void cmicrohttpd_deadlines_stop(struct cmicrohttpd_deadlines *deadlines);
// A connection was opened or is about to be closed; `state` is its socket context.
void cmicrohttpd_deadlines_notify(
    struct cmicrohttpd_deadlines *deadlines, int socket, void **state, enum MHD_ConnectionNotificationCode code);

// What a connection does: its head arrives, the rest of the exchange, nothing.
enum cmicrohttpd_stage { CMICROHTTPD_HEAD, CMICROHTTPD_EXCHANGE, CMICROHTTPD_IDLE };
void cmicrohttpd_deadlines_set(struct cmicrohttpd_deadlines *deadlines, void *state, enum cmicrohttpd_stage stage);
