// Hogweed, the public-key half of Nettle, for Swift: signatures with RSA (PKCS #1, version 1.5) and ECDSA on P-256, both
// over a SHA-256 digest of 32 bytes. Numbers go in and out as unsigned bytes, most significant first. The library is
// opened with dlopen by chogweed_open and by nothing else; no other function here may be called before chogweed_open has
// returned NULL.
//
// What Hogweed asserts and GMP divides by is checked here, so that no key whatever ends the process.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Opens the library once per process. NULL when it stands open, else the loader's reason, valid for ever.
const char *chogweed_open(void);

// Fills `count` bytes that nobody can foresee.
typedef void chogweed_random(void *context, size_t count, uint8_t *bytes);

// An unsigned number.
struct chogweed_number {
    const uint8_t *bytes;
    size_t count;
};

struct chogweed_rsa_public {
    struct chogweed_number modulus;
    struct chogweed_number exponent;
};

struct chogweed_rsa_private {
    // The two primes, the exponent for each, and the inverse of the second modulo the first (RFC 8017, 3.2).
    struct chogweed_number p, q, dp, dq, qinv;
};

// Whether a key has a modulus of 1024 to 8192 bits and an exponent that can be worked with.
int chogweed_rsa_is_usable(const struct chogweed_rsa_public *key);
// Writes a signature as long as the modulus, the timing-resistant way. 0 when the parts of the key do not belong together.
int chogweed_rsa_sign(
    const struct chogweed_rsa_public *key, const struct chogweed_rsa_private *secret, void *context,
    chogweed_random *random, const uint8_t *digest, uint8_t *signature, size_t room);
// Whether it is a signature of the digest.
int chogweed_rsa_verify(
    const struct chogweed_rsa_public *key, const uint8_t *digest, const uint8_t *signature, size_t count);

// Writes the point that belongs to a secret number, 32 bytes each of x and y. 0 when the number is out of range.
int chogweed_p256_point(struct chogweed_number secret, uint8_t *point);
// Whether 64 bytes are a point of the curve.
int chogweed_p256_is_point(const uint8_t *point);
// Writes a signature, 32 bytes each of r and s. 0 when the secret number is out of range.
int chogweed_p256_sign(
    struct chogweed_number secret, void *context, chogweed_random *random, const uint8_t *digest, uint8_t *signature);
// Whether 64 bytes are a signature of the digest.
int chogweed_p256_verify(const uint8_t *point, const uint8_t *digest, const uint8_t *signature);
