#include "CReport.h"

// C23's #embed includes the files at compile time.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char style[] = {
#embed "report.css"
    , 0
};
static const char script[] = {
#embed "report.js"
    , 0
};

const char *creport_style(void) { return style; }
const char *creport_script(void) { return script; }
