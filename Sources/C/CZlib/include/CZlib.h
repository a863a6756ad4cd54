// zlib for Swift: gzip (RFC 1952) and deflate (RFC 1951) in memory. zlib's own functions for that are macros with the version and
// structure size, which Swift does not import.
#pragma once
#include <stddef.h>
#include <stdint.h>

// The maximum size of `czlib_gzip`'s output for `count` bytes.
size_t czlib_gzip_bound(size_t count);

// Compresses `count` bytes to one gzip member, without a time or name. Returns its size, or -1 if `room` is too small.
ptrdiff_t czlib_gzip(const uint8_t *bytes, size_t count, uint8_t *out, size_t room);

// Decompresses gzip: one or more members (RFC 1952, 2.2), which zeros may follow. Returns the number of bytes written; -1
// if the data is malformed or truncated; -2 if the output exceeds `room` bytes.
ptrdiff_t czlib_gunzip(const uint8_t *bytes, size_t count, uint8_t *out, size_t room);

// The same in pieces. Free it with `czlib_reader_free`; null if there is no memory.
typedef struct czlib_reader czlib_reader;
czlib_reader *czlib_reader_new(void);
void czlib_reader_free(czlib_reader *reader);

// Decompresses at most `*count` bytes to at most `*room` bytes and sets both to what was read and written. Returns -1 if
// the data is malformed. If all room was used, there may be more to write.
int czlib_reader_read(czlib_reader *reader, const uint8_t *bytes, size_t *count, uint8_t *out, size_t *room);

// Whether a member has ended and no other has begun.
int czlib_reader_is_at_end(const czlib_reader *reader);

// Raw deflate data (RFC 1951), as in ZIP archives; they return the same.
ptrdiff_t czlib_deflate(const uint8_t *bytes, size_t count, uint8_t *out, size_t room);
ptrdiff_t czlib_inflate(const uint8_t *bytes, size_t count, uint8_t *out, size_t room);

uint32_t czlib_crc32(const uint8_t *bytes, size_t count);
