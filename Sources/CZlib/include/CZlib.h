// zlib for Swift: gzip members (RFC 1952) in memory. zlib's own functions for that are macros over versions and sizes of
// structures, which Swift does not import.
#pragma once
#include <stddef.h>
#include <stdint.h>

// The most bytes that `czlib_gzip` can write for `count` bytes.
size_t czlib_gzip_bound(size_t count);

// Writes `count` bytes as one gzip member, without a time or a name. Returns its size, or -1 when `room` is too small.
ptrdiff_t czlib_gzip(const uint8_t *bytes, size_t count, uint8_t *out, size_t room, int is_fast);

// Decompresses one gzip member. Returns how many bytes were written; -1 when it is no gzip or is cut short; -2 when more than `room` bytes come out.
ptrdiff_t czlib_gunzip(const uint8_t *bytes, size_t count, uint8_t *out, size_t room);
