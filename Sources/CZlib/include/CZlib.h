// zlib for Swift: gzip members (RFC 1952) in memory. zlib's own functions for that are macros with the version and
// structure size, which Swift does not import.
#pragma once
#include <stddef.h>
#include <stdint.h>

// The maximum size of `czlib_gzip`'s output for `count` bytes.
size_t czlib_gzip_bound(size_t count);

// Compresses `count` bytes to one gzip member, without a time or name. Returns its size, or -1 if `room` is too small.
ptrdiff_t czlib_gzip(const uint8_t *bytes, size_t count, uint8_t *out, size_t room, int is_fast);

// Decompresses one gzip member. Returns the number of bytes written; -1 if the data is malformed or truncated; -2 if
// the output exceeds `room` bytes.
ptrdiff_t czlib_gunzip(const uint8_t *bytes, size_t count, uint8_t *out, size_t room);
