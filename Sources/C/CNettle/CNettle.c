#include "CNettle.h"
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <unistd.h>

void cnettle_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
    struct sha256_ctx context;
    sha256_init(&context);
    if (count > 0) sha256_update(&context, count, bytes);
    sha256_digest(&context, SHA256_DIGEST_SIZE, digest);
}

int cnettle_sha256_of_file(int file, uint8_t *digest) {
    struct sha256_ctx context;
    static _Thread_local uint8_t piece[1 << 16];
    sha256_init(&context);
    ssize_t count;
    while ((count = read(file, piece, sizeof piece)) > 0) sha256_update(&context, count, piece);
    sha256_digest(&context, SHA256_DIGEST_SIZE, digest);
    return count < 0 ? -1 : 0;
}

void cnettle_sha1(const uint8_t *bytes, size_t count, uint8_t *digest) {
    struct sha1_ctx context;
    sha1_init(&context);
    if (count > 0) sha1_update(&context, count, bytes);
    sha1_digest(&context, SHA1_DIGEST_SIZE, digest);
}

void cnettle_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *digest) {
    // An empty array in Swift has no address, and Nettle requires one.
    static const uint8_t nothing[1];
    struct hmac_sha256_ctx context;
    hmac_sha256_set_key(&context, key_count, key_count > 0 ? key : nothing);
    if (count > 0) hmac_sha256_update(&context, count, bytes);
    hmac_sha256_digest(&context, SHA256_DIGEST_SIZE, digest);
}

int cnettle_equal(const uint8_t *left, const uint8_t *right, size_t count) {
    return count == 0 || memeql_sec(left, right, count);
}
