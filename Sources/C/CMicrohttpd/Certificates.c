#include "CMicrohttpd.h"
#include "Library.h"
#include <dlfcn.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <pthread.h>
#include <string.h>

// libmicrohttpd is linked with GnuTLS, so this opens the library that is already loaded.
static struct {
    __typeof__(&gnutls_certificate_get_peers) certificate_get_peers;
    __typeof__(&gnutls_certificate_verify_peers) certificate_verify_peers;
    __typeof__(&gnutls_x509_crt_init) x509_crt_init;
    __typeof__(&gnutls_x509_crt_deinit) x509_crt_deinit;
    __typeof__(&gnutls_x509_crt_import) x509_crt_import;
    __typeof__(&gnutls_x509_crt_get_dn_by_oid) x509_crt_get_dn_by_oid;
    __typeof__(&gnutls_x509_trust_list_init) x509_trust_list_init;
    __typeof__(&gnutls_x509_trust_list_deinit) x509_trust_list_deinit;
    __typeof__(&gnutls_x509_trust_list_add_trust_mem) x509_trust_list_add_trust_mem;
} tls;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char reason[512];

static void fail(const char *text) {
    strncpy(reason, text != NULL ? text : "unknown reason", sizeof reason - 1);
}

static void open_library(void) {
    void *library = dlopen("libgnutls.so.30", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fail(dlerror());
        return;
    }
#define LOAD(name)                                          \
    tls.name = (__typeof__(tls.name))dlsym(library, "gnutls_" #name); \
    if (tls.name == NULL) {                                 \
        fail(dlerror());                                    \
        return;                                             \
    }
    LOAD(certificate_get_peers)
    LOAD(certificate_verify_peers)
    LOAD(x509_crt_init)
    LOAD(x509_crt_deinit)
    LOAD(x509_crt_import)
    LOAD(x509_crt_get_dn_by_oid)
    LOAD(x509_trust_list_init)
    LOAD(x509_trust_list_deinit)
    LOAD(x509_trust_list_add_trust_mem)
#undef LOAD
}

const char *cmicrohttpd_open_certificates(void) {
    pthread_once(&once, open_library);
    return reason[0] != '\0' ? reason : NULL;
}

int cmicrohttpd_are_certificates(const char *text) {
    gnutls_x509_trust_list_t list;
    gnutls_datum_t data = {(unsigned char *)text, (unsigned int)strlen(text)};
    if (tls.x509_trust_list_init(&list, 0) != GNUTLS_E_SUCCESS) return 0;
    int count = tls.x509_trust_list_add_trust_mem(list, &data, NULL, GNUTLS_X509_FMT_PEM, 0, 0);
    tls.x509_trust_list_deinit(list, 1);
    return count > 0;
}

// The common name of a certificate; 0 if it has none or several, or one with a NUL byte.
static size_t common_name(const gnutls_datum_t *der, char *name, size_t room) {
    gnutls_x509_crt_t certificate;
    if (tls.x509_crt_init(&certificate) != GNUTLS_E_SUCCESS) return 0;
    size_t length = room, other = 0;
    int is_named =
        tls.x509_crt_import(certificate, der, GNUTLS_X509_FMT_DER) == GNUTLS_E_SUCCESS &&
        tls.x509_crt_get_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, 0, name, &length) == GNUTLS_E_SUCCESS &&
        tls.x509_crt_get_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 1, 0, NULL, &other) ==
            GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE;
    tls.x509_crt_deinit(certificate);
    return is_named && strnlen(name, length) == length ? length : 0;
}

size_t cmicrohttpd_client_name(struct MHD_Connection *connection, char *name, size_t room) {
    gnutls_session_t session = cmicrohttpd_session(connection);
    if (session == NULL) return 0;
    unsigned int count = 0, status = 0;
    const gnutls_datum_t *chain = tls.certificate_get_peers(session, &count);
    if (chain == NULL || count == 0) return 0;
    // Not a server's certificate from the same CA.
    gnutls_typed_vdata_st purpose = {GNUTLS_DT_KEY_PURPOSE_OID, (unsigned char *)GNUTLS_KP_TLS_WWW_CLIENT, 0};
    if (tls.certificate_verify_peers(session, &purpose, 1, &status) != GNUTLS_E_SUCCESS || status != 0) return 0;
    return common_name(&chain[0], name, room);
}
