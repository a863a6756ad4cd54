// libcurl for Swift: its own header for types and constants, and typed wrappers of its functions, most of which are
// variadic. ccurl_open opens the library with dlopen; no other function may be called before it has returned NULL.
#pragma once
#include <curl/curl.h>
#include <stddef.h>

// Opens the library once per process. Returns NULL, or the loader's error message, which stays valid.
const char *ccurl_open(void);

typedef size_t (*ccurl_data_function)(char *bytes, size_t size, size_t count, void *context);

CURL *ccurl_easy_init(void);
void ccurl_easy_reset(CURL *easy);
void ccurl_easy_cleanup(CURL *easy);
CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *text);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list);
CURLcode ccurl_set_context(CURL *easy, CURLoption option, void *context);
CURLcode ccurl_set_data_function(CURL *easy, CURLoption option, ccurl_data_function function);
CURLcode ccurl_set_open_socket(CURL *easy, curl_opensocket_callback function);
// Writes the bytes of an IPv4 or IPv6 address and returns their number, 0 for other address families.
int ccurl_address(const struct curl_sockaddr *address, unsigned char bytes[16]);
CURLcode ccurl_set_before_request(CURL *easy, curl_prereq_callback function);
// Copies the body; its size must have been set with CURLOPT_POSTFIELDSIZE_LARGE.
CURLcode ccurl_set_body_copy(CURL *easy, const void *bytes);

// Zero if the library does not know.
long ccurl_info_long(CURL *easy, CURLINFO info);
curl_off_t ccurl_info_offset(CURL *easy, CURLINFO info);
void *ccurl_info_context(CURL *easy);
// NULL if the library does not know; valid until the handle is used again.
const char *ccurl_info_text(CURL *easy, CURLINFO info);

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text);
void ccurl_list_free(struct curl_slist *list);

CURLM *ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi, int *running);
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds);
CURLMcode ccurl_multi_wakeup(CURLM *multi);
// The next finished transfer, NULL if there is none; its result is written to `result`.
CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result);
