// Nettle for Swift: typed wrappers of its digests. Nettle's own names are macros over versioned symbols, which Swift
// does not import.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Writes the SHA-256 of `count` bytes (32 bytes).
void cnettle_sha256(const uint8_t *bytes, size_t count, uint8_t *digest);

// Writes the SHA-256 of an open file from its position to its end. Returns -1, with errno, if it cannot be read.
int cnettle_sha256_of_file(int file, uint8_t *digest);

// Writes the SHA-1 of `count` bytes (20 bytes).
void cnettle_sha1(const uint8_t *bytes, size_t count, uint8_t *digest);

// Writes the HMAC-SHA-256 of `count` bytes (32 bytes). The key may have any length.
void cnettle_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *digest);

// Compares `count` bytes in constant time.
int cnettle_equal(const uint8_t *left, const uint8_t *right, size_t count);
