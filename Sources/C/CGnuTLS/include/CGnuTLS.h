// GnuTLS for Swift: reads keys, and creates and verifies signatures. cgnutls_open opens the library, a dependency of
// libmicrohttpd, with dlopen; no other function may be called before it has returned NULL.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Opens the library once per process. Returns NULL, or the loader's error message, which stays valid.
const char *cgnutls_open(void);

// The maximum size of a DER-encoded public key: RSA with 8192 bits, with some margin.
enum { CGNUTLS_PUBLIC_ROOM = 2048, CGNUTLS_SIGNATURE_ROOM = 1024 };

enum cgnutls_result {
    CGNUTLS_OK = 0,
    // The text contains no key.
    CGNUTLS_NO_KEY = 1,
    // The key is encrypted.
    CGNUTLS_ENCRYPTED = 2,
    // The key is neither RSA with 1024 to 8192 bits nor P-256.
    CGNUTLS_UNSUPPORTED = 3,
    // The key is malformed or inconsistent.
    CGNUTLS_DAMAGED = 4
};

// The key in a text: the DER of the public key (SubjectPublicKeyInfo), and whether it is P-256 or RSA.
struct cgnutls_public {
    uint8_t der[CGNUTLS_PUBLIC_ROOM];
    size_t count;
    int is_elliptic;
};

// Reads the public key of the first private key in a PEM text.
enum cgnutls_result cgnutls_read_private(const uint8_t *pem, size_t count, struct cgnutls_public *key);
// Reads the first public key in a PEM text.
enum cgnutls_result cgnutls_read_public(const uint8_t *pem, size_t count, struct cgnutls_public *key);
// Reads the public key of the first certificate in a PEM text.
enum cgnutls_result cgnutls_read_certificate(const uint8_t *pem, size_t count, struct cgnutls_public *key);

// Signs a message with SHA-256, deterministically. A P-256 signature is r and s, 32 bytes each. `signature` has
// CGNUTLS_SIGNATURE_ROOM bytes. Returns the length, 0 on failure.
size_t cgnutls_sign(
    const uint8_t *pem, size_t pem_count, int is_elliptic, const uint8_t *message, size_t count, uint8_t *signature);

// Verifies such a signature. `der` is a public key that a function above wrote.
int cgnutls_verify(
    const uint8_t *der, size_t der_count, const uint8_t *message, size_t count, const uint8_t *signature,
    size_t signature_count);
