#include "CCurl.h"
#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>

// The typed functions call through these pointers; the casts in LOAD keep libcurl's own types.
static struct {
    __typeof__(&curl_global_init) global_init;
    __typeof__(&curl_easy_init) easy_init;
    __typeof__(&curl_easy_reset) easy_reset;
    __typeof__(&curl_easy_cleanup) easy_cleanup;
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    __typeof__(&curl_slist_append) slist_append;
    __typeof__(&curl_slist_free_all) slist_free_all;
    __typeof__(&curl_multi_init) multi_init;
    __typeof__(&curl_multi_cleanup) multi_cleanup;
    CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
    __typeof__(&curl_multi_add_handle) multi_add_handle;
    __typeof__(&curl_multi_remove_handle) multi_remove_handle;
    __typeof__(&curl_multi_perform) multi_perform;
    __typeof__(&curl_multi_poll) multi_poll;
    __typeof__(&curl_multi_wakeup) multi_wakeup;
    __typeof__(&curl_multi_info_read) multi_info_read;
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char reason[512];

static void fail(const char *text) {
    strncpy(reason, text != NULL ? text : "unknown reason", sizeof reason - 1);
}

static void open_library(void) {
    // Lazy binding, as curl itself is linked: a request calls only a few functions of the thirty libraries.
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) {
        fail(dlerror());
        return;
    }
#define LOAD(name)                                            \
    curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name); \
    if (curl.name == NULL) {                                  \
        fail(dlerror());                                      \
        return;                                               \
    }
    LOAD(global_init)
    LOAD(easy_init)
    LOAD(easy_reset)
    LOAD(easy_cleanup)
    LOAD(easy_setopt)
    LOAD(easy_getinfo)
    LOAD(slist_append)
    LOAD(slist_free_all)
    LOAD(multi_init)
    LOAD(multi_cleanup)
    LOAD(multi_setopt)
    LOAD(multi_add_handle)
    LOAD(multi_remove_handle)
    LOAD(multi_perform)
    LOAD(multi_poll)
    LOAD(multi_wakeup)
    LOAD(multi_info_read)
#undef LOAD
    if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) fail("curl_global_init failed");
}

const char *ccurl_open(void) {
    pthread_once(&once, open_library);
    return reason[0] != '\0' ? reason : NULL;
}

CURL *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_reset(CURL *easy) { curl.easy_reset(easy); }
void ccurl_easy_cleanup(CURL *easy) { curl.easy_cleanup(easy); }

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) { return curl.easy_setopt(easy, option, value); }

CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *text) {
    return curl.easy_setopt(easy, option, text);
}

CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
    return curl.easy_setopt(easy, option, list);
}

CURLcode ccurl_set_context(CURL *easy, CURLoption option, void *context) {
    return curl.easy_setopt(easy, option, context);
}

CURLcode ccurl_set_data_function(CURL *easy, CURLoption option, ccurl_data_function function) {
    return curl.easy_setopt(easy, option, function);
}

CURLcode ccurl_set_open_socket(CURL *easy, curl_opensocket_callback function) {
    return curl.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

int ccurl_address(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    switch (address->family) {
    case AF_INET:
        memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
        return 4;
    case AF_INET6:
        memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
        return 16;
    default:
        return 0;
    }
}

CURLcode ccurl_set_before_request(CURL *easy, curl_prereq_callback function) {
    return curl.easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

CURLcode ccurl_set_body_copy(CURL *easy, const void *bytes) {
    return curl.easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes != NULL ? bytes : "");
}

long ccurl_info_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl.easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

curl_off_t ccurl_info_offset(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl.easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

void *ccurl_info_context(CURL *easy) {
    char *context = NULL;
    return curl.easy_getinfo(easy, CURLINFO_PRIVATE, &context) == CURLE_OK ? context : NULL;
}

const char *ccurl_info_text(CURL *easy, CURLINFO info) {
    char *text = NULL;
    return curl.easy_getinfo(easy, info, &text) == CURLE_OK ? text : NULL;
}

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text) {
    return curl.slist_append(list, text);
}

void ccurl_list_free(struct curl_slist *list) { curl.slist_free_all(list); }

CURLM *ccurl_multi_init(void) { return curl.multi_init(); }
void ccurl_multi_cleanup(CURLM *multi) { curl.multi_cleanup(multi); }

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl.multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return curl.multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) { return curl.multi_remove_handle(multi, easy); }
CURLMcode ccurl_multi_perform(CURLM *multi, int *running) { return curl.multi_perform(multi, running); }

CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds) {
    return curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode ccurl_multi_wakeup(CURLM *multi) { return curl.multi_wakeup(multi); }

CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    for (CURLMsg *message; (message = curl.multi_info_read(multi, &left)) != NULL;) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
