// libmicrohttpd for Swift: its own header for types and constants, and typed wrappers of its functions, some of which
// are variadic. cmicrohttpd_open opens the library with dlopen; no other function may be called before it has returned
// NULL.
#pragma once
#include <microhttpd.h>
#include <stddef.h>
#include <stdint.h>

// Opens the library once per process. Returns NULL, or the loader's error message, which stays valid.
const char *cmicrohttpd_open(void);
// Whether the library was built with TLS.
int cmicrohttpd_has_tls(void);

struct cmicrohttpd_settings {
    unsigned int flags;
    // A listening socket, which the daemon owns once it has started.
    int listening_socket;
    // The first argument of each callback.
    void *context;
    MHD_AccessHandlerCallback access;
    // Called with the raw target of each request; the result becomes the request's context.
    void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback completed;
    size_t connection_memory;
    size_t connection_memory_step;
    unsigned int connection_limit;
    // Idle timeout of a connection, in seconds.
    unsigned int idle_timeout;
    // How long the head of a request may take, in seconds.
    unsigned int head_timeout;
    // With 0 or 1, one thread does all the work.
    unsigned int threads;
    // PEM; both NULL without TLS.
    const char *key;
    const char *certificate;
    // TLS versions and ciphers as a GnuTLS priority string; NULL for the default.
    const char *priorities;
    // CAs in PEM: clients are asked for a certificate, which is optional. NULL asks for none.
    const char *client_authorities;
};

// Opens GnuTLS, which libmicrohttpd uses, once per process. Returns NULL, or the loader's error message, which stays
// valid. The two functions for certificates may not be called before.
const char *cmicrohttpd_open_certificates(void);
// Whether a PEM text contains certificates, and nothing malformed.
int cmicrohttpd_are_certificates(const char *text);
// Writes the common name of the client's certificate, UTF-8, if there is exactly one. The certificate must be valid
// now, for clients, and issued by one of the daemon's client_authorities. Returns its length; 0 if there is no such
// name.
size_t cmicrohttpd_client_name(struct MHD_Connection *connection, char *name, size_t room);

// A running server.
struct cmicrohttpd_server;
// NULL if it cannot be started.
struct cmicrohttpd_server *cmicrohttpd_start(const struct cmicrohttpd_settings *settings);
// Also frees the server.
void cmicrohttpd_stop(struct cmicrohttpd_server *server);

int cmicrohttpd_headers(struct MHD_Connection *connection, MHD_KeyValueIteratorN iterator, void *context);
void cmicrohttpd_suspend(struct MHD_Connection *connection);
void cmicrohttpd_resume(struct MHD_Connection *connection);

// A response with a copy of the bytes as its body.
struct MHD_Response *cmicrohttpd_response(const void *bytes, size_t count);
// A response with a Content-Length and no body.
struct MHD_Response *cmicrohttpd_response_head(uint64_t length);
enum MHD_Result cmicrohttpd_add_header(struct MHD_Response *response, const char *name, const char *value);
enum MHD_Result cmicrohttpd_queue(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);
void cmicrohttpd_response_free(struct MHD_Response *response);
