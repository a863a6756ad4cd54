// libmicrohttpd for Swift: its own header for types and constants, and typed faces for its functions, some of which are
// variadic. The library is opened with dlopen by cmicrohttpd_open and by nothing else; no other function here may be
// called before cmicrohttpd_open has returned NULL.
#pragma once
#include <microhttpd.h>
#include <stddef.h>
#include <stdint.h>

// Opens the library once per process. NULL when it stands open, else the loader's reason, valid for ever.
const char *cmicrohttpd_open(void);
// Whether the library was built with TLS.
int cmicrohttpd_has_tls(void);

struct cmicrohttpd_settings {
    unsigned int flags;
    // A socket that listens already; it belongs to the daemon once the daemon has started.
    int listening_socket;
    // Passed to each callback as its first argument.
    void *context;
    MHD_AccessHandlerCallback access;
    // Called with the raw target of each request; what it returns becomes the request's own context.
    void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback completed;
    size_t connection_memory;
    size_t connection_memory_step;
    unsigned int connection_limit;
    // Seconds without traffic after which a connection is closed.
    unsigned int idle_timeout;
    // One thread does all the work when this is 0 or 1.
    unsigned int threads;
    // PEM texts, both NULL without TLS.
    const char *key;
    const char *certificate;
    // Which versions and ciphers of TLS, in the words of GnuTLS; NULL for those of the library.
    const char *priorities;
    // Certificates as one PEM text: clients are asked for one of their own, which may be missing. NULL asks for none.
    const char *client_authorities;
};

// Opens GnuTLS, which libmicrohttpd speaks TLS with, once per process. NULL when it stands open, else the loader's reason,
// valid for ever. The two functions about certificates may not be called before.
const char *cmicrohttpd_open_certificates(void);
// Whether a PEM text holds certificates, and nothing that cannot be read.
int cmicrohttpd_are_certificates(const char *text);
// Writes the name in the client's certificate: the one common name of its subject, UTF-8. Only when one of the daemon's
// client_authorities vouches for the certificate now, and for clients. Returns its length; 0 when there is no such name.
size_t cmicrohttpd_client_name(struct MHD_Connection *connection, char *name, size_t room);

struct MHD_Daemon *cmicrohttpd_start(const struct cmicrohttpd_settings *settings);
void cmicrohttpd_stop(struct MHD_Daemon *daemon);

int cmicrohttpd_headers(struct MHD_Connection *connection, MHD_KeyValueIteratorN iterator, void *context);
void cmicrohttpd_suspend(struct MHD_Connection *connection);
void cmicrohttpd_resume(struct MHD_Connection *connection);

// A response with a copy of the bytes as its body.
struct MHD_Response *cmicrohttpd_response(const void *bytes, size_t count);
// A response that states the length of a body it does not have.
struct MHD_Response *cmicrohttpd_response_head(uint64_t length);
enum MHD_Result cmicrohttpd_add_header(struct MHD_Response *response, const char *name, const char *value);
enum MHD_Result cmicrohttpd_queue(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);
void cmicrohttpd_response_free(struct MHD_Response *response);
