#include "CHogweed.h"
#include <dlfcn.h>
#include <nettle/bignum.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/ecdsa.h>
#include <nettle/rsa.h>
#include <pthread.h>
#include <string.h>

// Both headers hide versioned names behind macros; what stands here are the names as the libraries export them.
#define EXPORTED_(name) #name
#define EXPORTED(name) EXPORTED_(name)

// The typed faces call through these pointers; the casts in LOAD keep the libraries' own types.
static struct {
    __typeof__(&mpz_clear) mpz_clear;
    __typeof__(&mpz_mul) mpz_mul;
    __typeof__(&mpz_cmp) mpz_cmp;
    __typeof__(&mpz_init) mpz_init;
    __typeof__(&mpz_sizeinbase) mpz_sizeinbase;
    __typeof__(&nettle_mpz_init_set_str_256_u) mpz_read;
    __typeof__(&nettle_mpz_get_str_256) mpz_write;
    __typeof__(&rsa_sha256_sign_digest_tr) rsa_sign;
    __typeof__(&rsa_sha256_verify_digest) rsa_verify;
    __typeof__(&nettle_get_secp_256r1) p256;
    __typeof__(&ecc_point_init) point_init;
    __typeof__(&ecc_point_clear) point_clear;
    __typeof__(&ecc_point_set) point_set;
    __typeof__(&ecc_point_get) point_get;
    __typeof__(&ecc_point_mul_g) point_mul_g;
    __typeof__(&ecc_scalar_init) scalar_init;
    __typeof__(&ecc_scalar_clear) scalar_clear;
    __typeof__(&ecc_scalar_set) scalar_set;
    __typeof__(&ecdsa_sign) ecdsa_sign;
    __typeof__(&ecdsa_verify) ecdsa_verify;
    __typeof__(&dsa_signature_init) signature_init;
    __typeof__(&dsa_signature_clear) signature_clear;
} hog;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char reason[512];

static void fail(const char *text) {
    strncpy(reason, text != NULL ? text : "unknown reason", sizeof reason - 1);
}

static void open_library(void) {
    // GMP comes along: what Hogweed needs is found through it.
    void *library = dlopen("libhogweed.so.6", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fail(dlerror());
        return;
    }
#define LOAD(place, name)                                                   \
    hog.place = (__typeof__(hog.place))dlsym(library, EXPORTED(name));      \
    if (hog.place == NULL) {                                                \
        fail(dlerror());                                                    \
        return;                                                             \
    }
    LOAD(mpz_clear, mpz_clear)
    LOAD(mpz_mul, mpz_mul)
    LOAD(mpz_cmp, mpz_cmp)
    LOAD(mpz_init, mpz_init)
    LOAD(mpz_sizeinbase, mpz_sizeinbase)
    LOAD(mpz_read, nettle_mpz_init_set_str_256_u)
    LOAD(mpz_write, nettle_mpz_get_str_256)
    LOAD(rsa_sign, rsa_sha256_sign_digest_tr)
    LOAD(rsa_verify, rsa_sha256_verify_digest)
    LOAD(p256, nettle_get_secp_256r1)
    LOAD(point_init, ecc_point_init)
    LOAD(point_clear, ecc_point_clear)
    LOAD(point_set, ecc_point_set)
    LOAD(point_get, ecc_point_get)
    LOAD(point_mul_g, ecc_point_mul_g)
    LOAD(scalar_init, ecc_scalar_init)
    LOAD(scalar_clear, ecc_scalar_clear)
    LOAD(scalar_set, ecc_scalar_set)
    LOAD(ecdsa_sign, ecdsa_sign)
    LOAD(ecdsa_verify, ecdsa_verify)
    LOAD(signature_init, dsa_signature_init)
    LOAD(signature_clear, dsa_signature_clear)
#undef LOAD
}

const char *chogweed_open(void) {
    pthread_once(&once, open_library);
    return reason[0] != '\0' ? reason : NULL;
}

// A number is at most this many bytes: those of the longest modulus.
enum { LONGEST = 1024, EXPONENT = 8, DIGEST = 32, COORDINATE = 32 };

static int is_odd(const mpz_t number) { return number->_mp_size > 0 && (number->_mp_d[0] & 1) == 1; }

static size_t bits(const mpz_t number) { return number->_mp_size == 0 ? 0 : hog.mpz_sizeinbase(number, 2); }

static int fits(struct chogweed_number number, size_t longest) { return number.count > 0 && number.count <= longest; }

// ---- RSA

// Reads the public half. 0 when it is no key that can be worked with; then there is nothing to clear.
static int read_public(const struct chogweed_rsa_public *from, struct rsa_public_key *key) {
    if (!fits(from->modulus, LONGEST) || !fits(from->exponent, EXPONENT)) return 0;
    hog.mpz_read(key->n, from->modulus.count, from->modulus.bytes);
    hog.mpz_read(key->e, from->exponent.count, from->exponent.bytes);
    size_t length = bits(key->n);
    key->size = (length + 7) / 8;
    if (length >= 1024 && length <= 8192 && is_odd(key->n) && is_odd(key->e) && bits(key->e) > 1) return 1;
    hog.mpz_clear(key->n);
    hog.mpz_clear(key->e);
    return 0;
}

static void clear_public(struct rsa_public_key *key) {
    hog.mpz_clear(key->n);
    hog.mpz_clear(key->e);
}

int chogweed_rsa_is_usable(const struct chogweed_rsa_public *from) {
    struct rsa_public_key key;
    if (!read_public(from, &key)) return 0;
    clear_public(&key);
    return 1;
}

// Whether two primes of about the same length make up the modulus and the other parts are in range. Hogweed takes this
// for granted.
static int belong_together(const struct rsa_public_key *key, const struct rsa_private_key *secret) {
    size_t half = bits(key->n) / 2, p = bits(secret->p), q = bits(secret->q);
    if (p + 64 < half || q + 64 < half || !is_odd(secret->p) || !is_odd(secret->q)) return 0;
    if (bits(secret->a) == 0 || bits(secret->b) == 0 || bits(secret->c) == 0) return 0;
    if (hog.mpz_cmp(secret->a, secret->p) >= 0 || hog.mpz_cmp(secret->b, secret->q) >= 0) return 0;
    if (hog.mpz_cmp(secret->c, secret->p) >= 0) return 0;
    // It multiplies q by the coefficient and asserts that the product has at least as many limbs as p.
    if (secret->q->_mp_size + secret->c->_mp_size < secret->p->_mp_size) return 0;
    mpz_t product;
    hog.mpz_init(product);
    hog.mpz_mul(product, secret->p, secret->q);
    int equal = hog.mpz_cmp(product, key->n) == 0;
    hog.mpz_clear(product);
    return equal;
}

int chogweed_rsa_sign(
    const struct chogweed_rsa_public *from, const struct chogweed_rsa_private *hidden, void *context,
    chogweed_random *random, const uint8_t *digest, uint8_t *signature, size_t room) {
    struct rsa_public_key key;
    if (!fits(hidden->p, LONGEST) || !fits(hidden->q, LONGEST) || !fits(hidden->dp, LONGEST) ||
        !fits(hidden->dq, LONGEST) || !fits(hidden->qinv, LONGEST) || !read_public(from, &key))
        return 0;
    struct rsa_private_key secret = {.size = key.size};
    hog.mpz_init(secret.d);
    hog.mpz_read(secret.p, hidden->p.count, hidden->p.bytes);
    hog.mpz_read(secret.q, hidden->q.count, hidden->q.bytes);
    hog.mpz_read(secret.a, hidden->dp.count, hidden->dp.bytes);
    hog.mpz_read(secret.b, hidden->dq.count, hidden->dq.bytes);
    hog.mpz_read(secret.c, hidden->qinv.count, hidden->qinv.bytes);
    mpz_t result;
    hog.mpz_init(result);
    int done = room == key.size && belong_together(&key, &secret) &&
               hog.rsa_sign(&key, &secret, context, random, digest, result);
    if (done) hog.mpz_write(room, signature, result);
    hog.mpz_clear(result);
    hog.mpz_clear(secret.d);
    hog.mpz_clear(secret.p);
    hog.mpz_clear(secret.q);
    hog.mpz_clear(secret.a);
    hog.mpz_clear(secret.b);
    hog.mpz_clear(secret.c);
    clear_public(&key);
    return done;
}

int chogweed_rsa_verify(
    const struct chogweed_rsa_public *from, const uint8_t *digest, const uint8_t *signature, size_t count) {
    struct rsa_public_key key;
    if (!read_public(from, &key)) return 0;
    int good = 0;
    if (count == key.size) {
        mpz_t number;
        hog.mpz_read(number, count, signature);
        good = hog.rsa_verify(&key, digest, number);
        hog.mpz_clear(number);
    }
    clear_public(&key);
    return good;
}

// ---- P-256

static int read_point(const uint8_t *bytes, struct ecc_point *point) {
    mpz_t x, y;
    hog.mpz_read(x, COORDINATE, bytes);
    hog.mpz_read(y, COORDINATE, bytes + COORDINATE);
    hog.point_init(point, hog.p256());
    int good = hog.point_set(point, x, y);
    hog.mpz_clear(x);
    hog.mpz_clear(y);
    if (!good) hog.point_clear(point);
    return good;
}

static int read_scalar(struct chogweed_number from, struct ecc_scalar *scalar) {
    if (!fits(from, COORDINATE)) return 0;
    mpz_t number;
    hog.mpz_read(number, from.count, from.bytes);
    hog.scalar_init(scalar, hog.p256());
    int good = hog.scalar_set(scalar, number);
    hog.mpz_clear(number);
    if (!good) hog.scalar_clear(scalar);
    return good;
}

int chogweed_p256_point(struct chogweed_number secret, uint8_t *bytes) {
    struct ecc_scalar scalar;
    if (!read_scalar(secret, &scalar)) return 0;
    struct ecc_point point;
    mpz_t x, y;
    hog.mpz_init(x);
    hog.mpz_init(y);
    hog.point_init(&point, hog.p256());
    hog.point_mul_g(&point, &scalar);
    hog.point_get(&point, x, y);
    hog.mpz_write(COORDINATE, bytes, x);
    hog.mpz_write(COORDINATE, bytes + COORDINATE, y);
    hog.point_clear(&point);
    hog.mpz_clear(x);
    hog.mpz_clear(y);
    hog.scalar_clear(&scalar);
    return 1;
}

int chogweed_p256_is_point(const uint8_t *bytes) {
    struct ecc_point point;
    if (!read_point(bytes, &point)) return 0;
    hog.point_clear(&point);
    return 1;
}

int chogweed_p256_sign(
    struct chogweed_number secret, void *context, chogweed_random *random, const uint8_t *digest, uint8_t *bytes) {
    struct ecc_scalar scalar;
    if (!read_scalar(secret, &scalar)) return 0;
    struct dsa_signature signature;
    hog.signature_init(&signature);
    hog.ecdsa_sign(&scalar, context, random, DIGEST, digest, &signature);
    hog.mpz_write(COORDINATE, bytes, signature.r);
    hog.mpz_write(COORDINATE, bytes + COORDINATE, signature.s);
    hog.signature_clear(&signature);
    hog.scalar_clear(&scalar);
    return 1;
}

int chogweed_p256_verify(const uint8_t *bytes, const uint8_t *digest, const uint8_t *given) {
    struct ecc_point point;
    if (!read_point(bytes, &point)) return 0;
    // Reading a number sets it up, which dsa_signature_init would do a second time.
    struct dsa_signature signature;
    hog.mpz_read(signature.r, COORDINATE, given);
    hog.mpz_read(signature.s, COORDINATE, given + COORDINATE);
    int good = hog.ecdsa_verify(&point, DIGEST, digest, &signature);
    hog.signature_clear(&signature);
    hog.point_clear(&point);
    return good;
}
