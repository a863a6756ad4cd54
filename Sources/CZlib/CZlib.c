#include "CZlib.h"

#include <zlib.h>

// 15 window bits; adding 16 selects the gzip format.
enum { GZIP_WINDOW = 15 + 16 };

size_t czlib_gzip_bound(size_t count) { return compressBound(count) + 18; }

ptrdiff_t czlib_gzip(const uint8_t *bytes, size_t count, uint8_t *out, size_t room, int is_fast) {
    z_stream stream = {.next_in = (Bytef *)bytes, .next_out = out};
    if (count > UINT32_MAX || room > UINT32_MAX) return -1;
    stream.avail_in = (uInt)count;
    stream.avail_out = (uInt)room;
    int level = is_fast ? Z_BEST_SPEED : Z_DEFAULT_COMPRESSION;
    if (deflateInit2(&stream, level, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK) return -1;
    int ended = deflate(&stream, Z_FINISH);
    ptrdiff_t written = (ptrdiff_t)stream.total_out;
    deflateEnd(&stream);
    return ended == Z_STREAM_END ? written : -1;
}

ptrdiff_t czlib_gunzip(const uint8_t *bytes, size_t count, uint8_t *out, size_t room) {
    z_stream stream = {.next_in = (Bytef *)bytes, .next_out = out};
    if (count > UINT32_MAX || room > UINT32_MAX) return -1;
    stream.avail_in = (uInt)count;
    stream.avail_out = (uInt)room;
    if (inflateInit2(&stream, GZIP_WINDOW) != Z_OK) return -1;
    int ended = inflate(&stream, Z_FINISH);
    ptrdiff_t written = (ptrdiff_t)stream.total_out;
    int is_full = stream.avail_out == 0;
    inflateEnd(&stream);
    if (ended == Z_STREAM_END) return written;
    return is_full ? -2 : -1;
}
