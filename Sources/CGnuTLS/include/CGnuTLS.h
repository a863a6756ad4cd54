// GnuTLS for Swift: reads keys and makes and verifies signatures. The library, which libmicrohttpd brings, is opened with
// dlopen by cgnutls_open; no other function here may be called before that has returned NULL.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Opens the library once per process. NULL when it is open, else the loader's reason, valid for the whole process.
const char *cgnutls_open(void);

// The size of a DER-encoded public key at most: RSA with 8192 bits, with room to spare.
enum { CGNUTLS_PUBLIC_ROOM = 2048, CGNUTLS_SIGNATURE_ROOM = 1024 };

enum cgnutls_result {
    CGNUTLS_OK = 0,
    // The text holds no key.
    CGNUTLS_NO_KEY = 1,
    // The key is encrypted.
    CGNUTLS_ENCRYPTED = 2,
    // The key is neither RSA with 1024 to 8192 bits nor P-256.
    CGNUTLS_UNSUPPORTED = 3,
    // The key cannot be read, or its parts do not belong together.
    CGNUTLS_DAMAGED = 4
};

// What a key text holds: the DER of the public key (SubjectPublicKeyInfo), and whether it is for P-256 rather than RSA.
struct cgnutls_public {
    uint8_t der[CGNUTLS_PUBLIC_ROOM];
    size_t count;
    int is_elliptic;
};

// Reads the public half of a PEM text's first private key.
enum cgnutls_result cgnutls_read_private(const uint8_t *pem, size_t count, struct cgnutls_public *key);
// Reads a PEM text's first public key.
enum cgnutls_result cgnutls_read_public(const uint8_t *pem, size_t count, struct cgnutls_public *key);
// Reads the public key of a PEM text's first certificate.
enum cgnutls_result cgnutls_read_certificate(const uint8_t *pem, size_t count, struct cgnutls_public *key);

// Signs a message with SHA-256 and a private key, the same way each time. The signature of P-256 is 32 bytes each of r and
// s. `signature` has CGNUTLS_SIGNATURE_ROOM bytes. Returns the length, 0 when the key cannot sign.
size_t cgnutls_sign(
    const uint8_t *pem, size_t pem_count, int is_elliptic, const uint8_t *message, size_t count, uint8_t *signature);

// Whether a signature of that form is the key's. `der` is a public key that one of the functions above wrote.
int cgnutls_verify(
    const uint8_t *der, size_t der_count, const uint8_t *message, size_t count, const uint8_t *signature,
    size_t signature_count);
