// What the files of this target share.
#pragma once
#include <microhttpd.h>

// The GnuTLS session of a connection; NULL without TLS.
void *cmicrohttpd_session(struct MHD_Connection *connection);
