#include "CZlib.h"

#include <stdlib.h>
#include <zlib.h>

// 15 window bits; adding 16 selects the gzip format, negating them no format at all.
enum { GZIP_WINDOW = 15 + 16, RAW_WINDOW = -15 };

size_t czlib_gzip_bound(size_t count) { return compressBound(count) + 18; }

static ptrdiff_t compressed(const uint8_t *bytes, size_t count, uint8_t *out, size_t room, int window) {
    z_stream stream = {.next_in = (Bytef *)bytes, .next_out = out};
    if (count > UINT32_MAX || room > UINT32_MAX) return -1;
    stream.avail_in = (uInt)count;
    stream.avail_out = (uInt)room;
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) != Z_OK) return -1;
    int ended = deflate(&stream, Z_FINISH);
    ptrdiff_t written = (ptrdiff_t)stream.total_out;
    deflateEnd(&stream);
    return ended == Z_STREAM_END ? written : -1;
}

struct czlib_reader {
    z_stream stream;
    // Only zeros may follow zeros after a member.
    enum { IN_MEMBER, AFTER_MEMBER, IN_PADDING } place;
};

czlib_reader *czlib_reader_new(void) {
    czlib_reader *reader = calloc(1, sizeof *reader);
    if (reader && inflateInit2(&reader->stream, GZIP_WINDOW) != Z_OK) {
        free(reader);
        reader = NULL;
    }
    return reader;
}

void czlib_reader_free(czlib_reader *reader) {
    if (!reader) return;
    inflateEnd(&reader->stream);
    free(reader);
}

int czlib_reader_is_at_end(const czlib_reader *reader) { return reader->place != IN_MEMBER; }

int czlib_reader_read(czlib_reader *reader, const uint8_t *bytes, size_t *count, uint8_t *out, size_t *room) {
    z_stream *stream = &reader->stream;
    if (*count > UINT32_MAX || *room > UINT32_MAX) return -1;
    stream->next_in = (Bytef *)bytes;
    stream->avail_in = (uInt)*count;
    stream->next_out = out;
    stream->avail_out = (uInt)*room;
    int code = Z_OK;
    while (code == Z_OK) {
        if (reader->place != IN_MEMBER) {
            while (stream->avail_in > 0 && *stream->next_in == 0) {
                reader->place = IN_PADDING;
                stream->next_in++;
                stream->avail_in--;
            }
            if (stream->avail_in == 0) break;
            if (reader->place == IN_PADDING) code = Z_DATA_ERROR;
            else code = inflateReset(stream);
            if (code != Z_OK) break;
            reader->place = IN_MEMBER;
        }
        code = inflate(stream, Z_NO_FLUSH);
        if (code == Z_STREAM_END) {
            reader->place = AFTER_MEMBER;
            code = Z_OK;
        }
    }
    *count -= stream->avail_in;
    *room -= stream->avail_out;
    // Z_BUF_ERROR: more bytes or more room are needed.
    return code == Z_OK || code == Z_BUF_ERROR ? 0 : -1;
}

ptrdiff_t czlib_gunzip(const uint8_t *bytes, size_t count, uint8_t *out, size_t room) {
    czlib_reader *reader = czlib_reader_new();
    if (!reader) return -1;
    size_t taken = count, written = room;
    int code = czlib_reader_read(reader, bytes, &taken, out, &written);
    int is_whole = code == 0 && taken == count && czlib_reader_is_at_end(reader);
    czlib_reader_free(reader);
    if (is_whole) return (ptrdiff_t)written;
    return code == 0 && written == room ? -2 : -1;
}

ptrdiff_t czlib_gzip(const uint8_t *bytes, size_t count, uint8_t *out, size_t room) {
    return compressed(bytes, count, out, room, GZIP_WINDOW);
}

ptrdiff_t czlib_deflate(const uint8_t *bytes, size_t count, uint8_t *out, size_t room) {
    return compressed(bytes, count, out, room, RAW_WINDOW);
}

ptrdiff_t czlib_inflate(const uint8_t *bytes, size_t count, uint8_t *out, size_t room) {
    z_stream stream = {.next_in = (Bytef *)bytes, .next_out = out};
    if (count > UINT32_MAX || room > UINT32_MAX) return -1;
    stream.avail_in = (uInt)count;
    stream.avail_out = (uInt)room;
    if (inflateInit2(&stream, RAW_WINDOW) != Z_OK) return -1;
    int ended = inflate(&stream, Z_FINISH);
    ptrdiff_t written = (ptrdiff_t)stream.total_out;
    int is_full = stream.avail_out == 0, is_rest = stream.avail_in > 0;
    inflateEnd(&stream);
    if (ended == Z_STREAM_END) return is_rest ? -1 : written;
    return is_full ? -2 : -1;
}

uint32_t czlib_crc32(const uint8_t *bytes, size_t count) { return (uint32_t)crc32_z(0, bytes, count); }
