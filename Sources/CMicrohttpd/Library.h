// Shared by the files of this target.
#pragma once
#include <microhttpd.h>

// The GnuTLS session of a connection; NULL without TLS.
void *cmicrohttpd_session(struct MHD_Connection *connection);
