// A typed face on gumbo, which reads HTML5: bounded, so that no page takes the process with it.
#ifndef CGUMBO_H
#define CGUMBO_H

#include <gumbo.h>

#endif
