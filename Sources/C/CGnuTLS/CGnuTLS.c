#include "CGnuTLS.h"
#include <dlfcn.h>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <pthread.h>
#include <string.h>

static struct {
    __typeof__(&gnutls_x509_privkey_init) x509_privkey_init;
    __typeof__(&gnutls_x509_privkey_deinit) x509_privkey_deinit;
    __typeof__(&gnutls_x509_privkey_import2) x509_privkey_import2;
    __typeof__(&gnutls_x509_privkey_verify_params) x509_privkey_verify_params;
    __typeof__(&gnutls_x509_privkey_get_pk_algorithm) x509_privkey_get_pk_algorithm;
    __typeof__(&gnutls_x509_privkey_export_rsa_raw2) x509_privkey_export_rsa_raw2;
    __typeof__(&gnutls_privkey_init) privkey_init;
    __typeof__(&gnutls_privkey_deinit) privkey_deinit;
    __typeof__(&gnutls_privkey_import_x509) privkey_import_x509;
    __typeof__(&gnutls_privkey_sign_data2) privkey_sign_data2;
    __typeof__(&gnutls_x509_crt_init) x509_crt_init;
    __typeof__(&gnutls_x509_crt_deinit) x509_crt_deinit;
    __typeof__(&gnutls_x509_crt_import) x509_crt_import;
    __typeof__(&gnutls_pubkey_init) pubkey_init;
    __typeof__(&gnutls_pubkey_deinit) pubkey_deinit;
    __typeof__(&gnutls_pubkey_import) pubkey_import;
    __typeof__(&gnutls_pubkey_import_x509) pubkey_import_x509;
    __typeof__(&gnutls_pubkey_import_privkey) pubkey_import_privkey;
    __typeof__(&gnutls_pubkey_get_pk_algorithm) pubkey_get_pk_algorithm;
    __typeof__(&gnutls_pubkey_export) pubkey_export;
    __typeof__(&gnutls_pubkey_export_ecc_raw) pubkey_export_ecc_raw;
    __typeof__(&gnutls_pubkey_verify_data2) pubkey_verify_data2;
    __typeof__(&gnutls_decode_rs_value) decode_rs_value;
    __typeof__(&gnutls_encode_rs_value) encode_rs_value;
    // gnutls_free is a variable that holds a function.
    gnutls_free_function *free;
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
#define LOAD(name)                                                    \
    tls.name = (__typeof__(tls.name))dlsym(library, "gnutls_" #name); \
    if (tls.name == NULL) {                                           \
        fail(dlerror());                                              \
        return;                                                       \
    }
    LOAD(x509_privkey_init)
    LOAD(x509_privkey_deinit)
    LOAD(x509_privkey_import2)
    LOAD(x509_privkey_verify_params)
    LOAD(x509_privkey_get_pk_algorithm)
    LOAD(x509_privkey_export_rsa_raw2)
    LOAD(privkey_init)
    LOAD(privkey_deinit)
    LOAD(privkey_import_x509)
    LOAD(privkey_sign_data2)
    LOAD(x509_crt_init)
    LOAD(x509_crt_deinit)
    LOAD(x509_crt_import)
    LOAD(pubkey_init)
    LOAD(pubkey_deinit)
    LOAD(pubkey_import)
    LOAD(pubkey_import_x509)
    LOAD(pubkey_import_privkey)
    LOAD(pubkey_get_pk_algorithm)
    LOAD(pubkey_export)
    LOAD(pubkey_export_ecc_raw)
    LOAD(pubkey_verify_data2)
    LOAD(decode_rs_value)
    LOAD(encode_rs_value)
    LOAD(free)
#undef LOAD
}

const char *cgnutls_open(void) {
    pthread_once(&once, open_library);
    return reason[0] != '\0' ? reason : NULL;
}

enum { COORDINATE = 32 };

static gnutls_datum_t datum(const uint8_t *bytes, size_t count) {
    static const uint8_t nothing[1];
    if (count == 0) bytes = nothing;  // an empty array of Swift has no address
    return (gnutls_datum_t){(unsigned char *)bytes, (unsigned int)count};
}

static enum cgnutls_result result(int code) {
    switch (code) {
    case GNUTLS_E_SUCCESS: return CGNUTLS_OK;
    case GNUTLS_E_BASE64_UNEXPECTED_HEADER_ERROR:
    case GNUTLS_E_NO_CERTIFICATE_FOUND:
    case GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE: return CGNUTLS_NO_KEY;
    case GNUTLS_E_DECRYPTION_FAILED: return CGNUTLS_ENCRYPTED;
    case GNUTLS_E_UNKNOWN_PK_ALGORITHM:
    case GNUTLS_E_UNIMPLEMENTED_FEATURE:
    case GNUTLS_E_UNSUPPORTED_SIGNATURE_ALGORITHM:
    case GNUTLS_E_ECC_UNSUPPORTED_CURVE: return CGNUTLS_UNSUPPORTED;
    default: return CGNUTLS_DAMAGED;
    }
}

// Exports a public key of a supported type and size.
static enum cgnutls_result write_public(gnutls_pubkey_t key, struct cgnutls_public *to) {
    unsigned int bits = 0;
    int algorithm = tls.pubkey_get_pk_algorithm(key, &bits);
    gnutls_ecc_curve_t curve = GNUTLS_ECC_CURVE_INVALID;
    if (algorithm == GNUTLS_PK_ECDSA) {
        if (tls.pubkey_export_ecc_raw(key, &curve, NULL, NULL) != GNUTLS_E_SUCCESS) return CGNUTLS_DAMAGED;
        if (curve != GNUTLS_ECC_CURVE_SECP256R1) return CGNUTLS_UNSUPPORTED;
    } else if (algorithm != GNUTLS_PK_RSA || bits < 1024 || bits > 8192) {
        return CGNUTLS_UNSUPPORTED;
    }
    to->is_elliptic = algorithm == GNUTLS_PK_ECDSA;
    to->count = sizeof to->der;
    return tls.pubkey_export(key, GNUTLS_X509_FMT_DER, to->der, &to->count) == GNUTLS_E_SUCCESS
               ? CGNUTLS_OK
               : CGNUTLS_DAMAGED;
}

// The length of a number without leading zeros.
static size_t length(const gnutls_datum_t *number) {
    size_t zeros = 0;
    while (zeros < number->size && number->data[zeros] == 0) zeros++;
    return number->size - zeros;
}

// Whether the lengths of an RSA key's numbers are consistent. GnuTLS divides by them, and crashes otherwise.
static int fits_rsa(gnutls_x509_privkey_t key) {
    // Modulus, public and private exponent, primes, coefficient, exponents modulo the primes.
    gnutls_datum_t n[8];
    if (tls.x509_privkey_export_rsa_raw2(key, &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7]) != GNUTLS_E_SUCCESS)
        return 0;
    size_t modulus = length(&n[0]), p = length(&n[3]), q = length(&n[4]);
    int fits = modulus >= 32 && length(&n[1]) > 0 && length(&n[2]) > 0 && p + 8 >= modulus / 2 && q + 8 >= modulus / 2 &&
               (p + q == modulus || p + q == modulus + 1);
    for (int place = 0; place < 8; place++) (*tls.free)(n[place].data);
    return fits;
}

// Imports a private key and checks that it is consistent. If it succeeds, the caller deinitializes the key.
static enum cgnutls_result import_private(const uint8_t *pem, size_t count, gnutls_privkey_t *key) {
    gnutls_x509_privkey_t parts;
    gnutls_datum_t text = datum(pem, count);
    if (tls.x509_privkey_init(&parts) != GNUTLS_E_SUCCESS) return CGNUTLS_DAMAGED;
    int code = tls.x509_privkey_import2(parts, &text, GNUTLS_X509_FMT_PEM, NULL, 0);
    if (code == GNUTLS_E_SUCCESS && tls.x509_privkey_get_pk_algorithm(parts) == GNUTLS_PK_RSA && !fits_rsa(parts))
        code = GNUTLS_E_PK_INVALID_PRIVKEY;
    if (code == GNUTLS_E_SUCCESS) code = tls.x509_privkey_verify_params(parts);
    if (code == GNUTLS_E_SUCCESS) code = tls.privkey_init(key);
    if (code != GNUTLS_E_SUCCESS) {
        tls.x509_privkey_deinit(parts);
        return result(code);
    }
    code = tls.privkey_import_x509(*key, parts, GNUTLS_PRIVKEY_IMPORT_AUTO_RELEASE);
    if (code == GNUTLS_E_SUCCESS) return CGNUTLS_OK;
    tls.privkey_deinit(*key);
    tls.x509_privkey_deinit(parts);
    return result(code);
}

enum cgnutls_result cgnutls_read_private(const uint8_t *pem, size_t count, struct cgnutls_public *to) {
    gnutls_privkey_t secret;
    enum cgnutls_result found = import_private(pem, count, &secret);
    if (found != CGNUTLS_OK) return found;
    gnutls_pubkey_t key;
    if (tls.pubkey_init(&key) == GNUTLS_E_SUCCESS) {
        int code = tls.pubkey_import_privkey(key, secret, 0, 0);
        found = code == GNUTLS_E_SUCCESS ? write_public(key, to) : result(code);
        tls.pubkey_deinit(key);
    } else {
        found = CGNUTLS_DAMAGED;
    }
    tls.privkey_deinit(secret);
    return found;
}

enum cgnutls_result cgnutls_read_public(const uint8_t *pem, size_t count, struct cgnutls_public *to) {
    gnutls_pubkey_t key;
    gnutls_datum_t text = datum(pem, count);
    if (tls.pubkey_init(&key) != GNUTLS_E_SUCCESS) return CGNUTLS_DAMAGED;
    int code = tls.pubkey_import(key, &text, GNUTLS_X509_FMT_PEM);
    enum cgnutls_result found = code == GNUTLS_E_SUCCESS ? write_public(key, to) : result(code);
    tls.pubkey_deinit(key);
    return found;
}

enum cgnutls_result cgnutls_read_certificate(const uint8_t *pem, size_t count, struct cgnutls_public *to) {
    gnutls_pubkey_t key;
    gnutls_x509_crt_t certificate;
    gnutls_datum_t text = datum(pem, count);
    if (tls.pubkey_init(&key) != GNUTLS_E_SUCCESS) return CGNUTLS_DAMAGED;
    if (tls.x509_crt_init(&certificate) != GNUTLS_E_SUCCESS) {
        tls.pubkey_deinit(key);
        return CGNUTLS_DAMAGED;
    }
    int code = tls.x509_crt_import(certificate, &text, GNUTLS_X509_FMT_PEM);
    if (code == GNUTLS_E_SUCCESS) code = tls.pubkey_import_x509(key, certificate, 0);
    enum cgnutls_result found = code == GNUTLS_E_SUCCESS ? write_public(key, to) : result(code);
    tls.x509_crt_deinit(certificate);
    tls.pubkey_deinit(key);
    return found;
}

// Writes a number of the signature into 32 bytes. Returns 0 if it does not fit.
static int write_coordinate(const gnutls_datum_t *number, uint8_t *to) {
    const unsigned char *bytes = number->data;
    size_t count = number->size;
    while (count > COORDINATE && *bytes == 0) {
        bytes++;
        count--;
    }
    if (count > COORDINATE) return 0;
    memset(to, 0, COORDINATE);
    if (count > 0) memcpy(to + COORDINATE - count, bytes, count);
    return 1;
}

// ECDSA signatures are DER in GnuTLS and two numbers in a JWT (RFC 7518, 3.4).
static size_t write_elliptic(const gnutls_datum_t *der, uint8_t *to) {
    gnutls_datum_t r, s;
    if (tls.decode_rs_value(der, &r, &s) != GNUTLS_E_SUCCESS) return 0;
    size_t count = write_coordinate(&r, to) && write_coordinate(&s, to + COORDINATE) ? 2 * COORDINATE : 0;
    (*tls.free)(r.data);
    (*tls.free)(s.data);
    return count;
}

size_t cgnutls_sign(
    const uint8_t *pem, size_t pem_count, int is_elliptic, const uint8_t *message, size_t count, uint8_t *signature) {
    gnutls_privkey_t key;
    if (import_private(pem, pem_count, &key) != CGNUTLS_OK) return 0;
    gnutls_datum_t made = {NULL, 0}, text = datum(message, count);
    gnutls_sign_algorithm_t algorithm = is_elliptic ? GNUTLS_SIGN_ECDSA_SHA256 : GNUTLS_SIGN_RSA_SHA256;
    unsigned int flags = is_elliptic ? GNUTLS_PRIVKEY_FLAG_REPRODUCIBLE : 0;
    size_t length = 0;
    if (tls.privkey_sign_data2(key, algorithm, flags, &text, &made) == GNUTLS_E_SUCCESS) {
        if (is_elliptic) {
            length = write_elliptic(&made, signature);
        } else if (made.size <= CGNUTLS_SIGNATURE_ROOM) {
            length = made.size;
            memcpy(signature, made.data, length);
        }
        (*tls.free)(made.data);
    }
    tls.privkey_deinit(key);
    return length;
}

int cgnutls_verify(
    const uint8_t *der, size_t der_count, const uint8_t *message, size_t count, const uint8_t *signature,
    size_t signature_count) {
    gnutls_pubkey_t key;
    gnutls_datum_t bytes = datum(der, der_count), text = datum(message, count);
    if (signature_count == 0 || tls.pubkey_init(&key) != GNUTLS_E_SUCCESS) return 0;
    int good = 0;
    if (tls.pubkey_import(key, &bytes, GNUTLS_X509_FMT_DER) == GNUTLS_E_SUCCESS) {
        gnutls_datum_t given = datum(signature, signature_count);
        if (tls.pubkey_get_pk_algorithm(key, NULL) == GNUTLS_PK_RSA) {
            good = tls.pubkey_verify_data2(key, GNUTLS_SIGN_RSA_SHA256, 0, &text, &given) >= 0;
        } else if (signature_count == 2 * COORDINATE) {
            gnutls_datum_t r = datum(signature, COORDINATE), s = datum(signature + COORDINATE, COORDINATE);
            gnutls_datum_t pair;
            if (tls.encode_rs_value(&pair, &r, &s) == GNUTLS_E_SUCCESS) {
                good = tls.pubkey_verify_data2(key, GNUTLS_SIGN_ECDSA_SHA256, 0, &text, &pair) >= 0;
                (*tls.free)(pair.data);
            }
        }
    }
    tls.pubkey_deinit(key);
    return good;
}
