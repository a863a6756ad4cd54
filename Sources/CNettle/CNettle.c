#include "CNettle.h"
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
#include <stdlib.h>

void cnettle_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
    struct sha256_ctx context;
    sha256_init(&context);
    if (count > 0) sha256_update(&context, count, bytes);
    sha256_digest(&context, SHA256_DIGEST_SIZE, digest);
}

void *cnettle_sha256_begin(void) {
    struct sha256_ctx *context = malloc(sizeof *context);
    if (context != NULL) sha256_init(context);
    return context;
}

void cnettle_sha256_add(void *context, const uint8_t *bytes, size_t count) {
    if (count > 0) sha256_update(context, count, bytes);
}

void cnettle_sha256_end(void *context, uint8_t *digest) {
    sha256_digest(context, SHA256_DIGEST_SIZE, digest);
    free(context);
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
