#include "CMicrohttpd.h"
#include "Library.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The typed functions call through these pointers; the casts in LOAD keep libmicrohttpd's own types.
static struct {
    __typeof__(&MHD_is_feature_supported) is_feature_supported;
    __typeof__(&MHD_start_daemon) start_daemon;
    __typeof__(&MHD_stop_daemon) stop_daemon;
    __typeof__(&MHD_get_connection_values_n) get_connection_values_n;
    __typeof__(&MHD_suspend_connection) suspend_connection;
    __typeof__(&MHD_resume_connection) resume_connection;
    __typeof__(&MHD_create_response_from_buffer) create_response_from_buffer;
    __typeof__(&MHD_create_response_from_callback) create_response_from_callback;
    __typeof__(&MHD_add_response_header) add_response_header;
    __typeof__(&MHD_queue_response) queue_response;
    __typeof__(&MHD_destroy_response) destroy_response;
    __typeof__(&MHD_get_connection_info) get_connection_info;
} mhd;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char reason[512];

static void fail(const char *text) {
    strncpy(reason, text != NULL ? text : "unknown reason", sizeof reason - 1);
}

static void open_library(void) {
    void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fail(dlerror());
        return;
    }
#define LOAD(name)                                          \
    mhd.name = (__typeof__(mhd.name))dlsym(library, "MHD_" #name); \
    if (mhd.name == NULL) {                                 \
        fail(dlerror());                                    \
        return;                                             \
    }
    LOAD(is_feature_supported)
    LOAD(start_daemon)
    LOAD(stop_daemon)
    LOAD(get_connection_values_n)
    LOAD(suspend_connection)
    LOAD(resume_connection)
    LOAD(create_response_from_buffer)
    LOAD(create_response_from_callback)
    LOAD(add_response_header)
    LOAD(queue_response)
    LOAD(destroy_response)
    LOAD(get_connection_info)
#undef LOAD
}

const char *cmicrohttpd_open(void) {
    pthread_once(&once, open_library);
    return reason[0] != '\0' ? reason : NULL;
}

int cmicrohttpd_has_tls(void) { return mhd.is_feature_supported(MHD_FEATURE_TLS) == MHD_YES; }

struct cmicrohttpd_server {
    struct MHD_Daemon *daemon;
    struct cmicrohttpd_deadlines *deadlines;
    struct cmicrohttpd_settings settings;
};

static void enter(
    const struct cmicrohttpd_server *server, struct MHD_Connection *connection, enum cmicrohttpd_stage stage) {
    const union MHD_ConnectionInfo *info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    if (info != NULL) cmicrohttpd_deadlines_set(server->deadlines, info->socket_context, stage);
}

static void notify(
    void *context, struct MHD_Connection *connection, void **state, enum MHD_ConnectionNotificationCode code) {
    const struct cmicrohttpd_server *server = context;
    const union MHD_ConnectionInfo *info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info != NULL) cmicrohttpd_deadlines_notify(server->deadlines, info->connect_fd, state, code);
}

static void *begin(void *context, const char *target, struct MHD_Connection *connection) {
    const struct cmicrohttpd_server *server = context;
    enter(server, connection, CMICROHTTPD_HEAD);
    return server->settings.begin(server->settings.context, target, connection);
}

static enum MHD_Result access_request(
    void *context, struct MHD_Connection *connection, const char *target, const char *method, const char *version,
    const char *bytes, size_t *count, void **state) {
    const struct cmicrohttpd_server *server = context;
    enter(server, connection, CMICROHTTPD_EXCHANGE);
    return server->settings.access(
        server->settings.context, connection, target, method, version, bytes, count, state);
}

static void completed(
    void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code) {
    const struct cmicrohttpd_server *server = context;
    enter(server, connection, CMICROHTTPD_IDLE);
    server->settings.completed(server->settings.context, connection, state, code);
}

static struct MHD_Daemon *start_daemon(struct cmicrohttpd_server *server) {
    const struct cmicrohttpd_settings *settings = &server->settings;
    struct MHD_OptionItem options[6];
    int count = 0;
    if (settings->threads > 1)
        options[count++] = (struct MHD_OptionItem){MHD_OPTION_THREAD_POOL_SIZE, settings->threads, NULL};
    if (settings->key != NULL && settings->certificate != NULL) {
        options[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key};
        options[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate};
        if (settings->priorities != NULL)
            options[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)settings->priorities};
        if (settings->client_authorities != NULL)
            options[count++] =
                (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_TRUST, 0, (void *)settings->client_authorities};
    }
    options[count] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
    return mhd.start_daemon(
        settings->flags, 0, NULL, NULL, access_request, server,
        MHD_OPTION_LISTEN_SOCKET, settings->listening_socket,
        MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,
        MHD_OPTION_CONNECTION_MEMORY_INCREMENT, settings->connection_memory_step,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_timeout,
        MHD_OPTION_URI_LOG_CALLBACK, begin, server,
        MHD_OPTION_NOTIFY_COMPLETED, completed, server,
        MHD_OPTION_NOTIFY_CONNECTION, notify, server,
        MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static struct cmicrohttpd_server *without_daemon(const struct cmicrohttpd_settings *settings) {
    close(settings->listening_socket);
    return NULL;
}

struct cmicrohttpd_server *cmicrohttpd_start(const struct cmicrohttpd_settings *settings) {
    struct cmicrohttpd_server *server = calloc(1, sizeof *server);
    if (server == NULL) return without_daemon(settings);
    server->settings = *settings;
    server->deadlines = cmicrohttpd_deadlines_start(
        settings->head_timeout, settings->idle_timeout, settings->connection_limit);
    if (server->deadlines == NULL) {
        free(server);
        return without_daemon(settings);
    }
    server->daemon = start_daemon(server);
    if (server->daemon != NULL) return server;
    cmicrohttpd_deadlines_stop(server->deadlines);
    free(server);
    return NULL;
}

void cmicrohttpd_stop(struct cmicrohttpd_server *server) {
    mhd.stop_daemon(server->daemon);
    cmicrohttpd_deadlines_stop(server->deadlines);
    free(server);
}

int cmicrohttpd_headers(struct MHD_Connection *connection, MHD_KeyValueIteratorN iterator, void *context) {
    return mhd.get_connection_values_n(connection, MHD_HEADER_KIND, iterator, context);
}

void cmicrohttpd_suspend(struct MHD_Connection *connection) { mhd.suspend_connection(connection); }
void cmicrohttpd_resume(struct MHD_Connection *connection) { mhd.resume_connection(connection); }

void *cmicrohttpd_session(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    return info != NULL ? info->tls_session : NULL;
}

struct MHD_Response *cmicrohttpd_response(const void *bytes, size_t count) {
    return mhd.create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

// The body of a response to HEAD is never read; if it were, the connection would be closed.
static ssize_t no_body(void *context, uint64_t position, char *buffer, size_t room) {
    (void)context, (void)position, (void)buffer, (void)room;
    return MHD_CONTENT_READER_END_WITH_ERROR;
}

struct MHD_Response *cmicrohttpd_response_head(uint64_t length) {
    return mhd.create_response_from_callback(length, 1024, no_body, NULL, NULL);
}

enum MHD_Result cmicrohttpd_add_header(struct MHD_Response *response, const char *name, const char *value) {
    return mhd.add_response_header(response, name, value);
}

enum MHD_Result cmicrohttpd_queue(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
    return mhd.queue_response(connection, status, response);
}

void cmicrohttpd_response_free(struct MHD_Response *response) { mhd.destroy_response(response); }
