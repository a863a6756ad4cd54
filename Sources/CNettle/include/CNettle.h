// Nettle for Swift: a typed face on its digests. Nettle's own names are macros over versioned symbols, which Swift does
// not import.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Writes the SHA-256 of `count` bytes, 32 bytes of it.
void cnettle_sha256(const uint8_t *bytes, size_t count, uint8_t *digest);
