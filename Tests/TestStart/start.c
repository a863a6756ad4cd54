#include "TestStart.h"

__attribute__((constructor)) static void start(void) { snowdeck_install_commands(); }
