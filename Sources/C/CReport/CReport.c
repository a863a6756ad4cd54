#include "CReport.h"

// C23's #embed includes the files at compile time.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char style[] = {
#embed "report/page.css"
    , 0
};
// One script; later files use what earlier ones define.
static const char script[] = {
#embed "report/data.js"
    ,
#embed "report/words.js"
    ,
#embed "report/blocks.js"
    ,
#embed "report/json.js"
    ,
#embed "report/request.js"
    ,
#embed "report/command.js"
    ,
#embed "report/changes.js"
    ,
#embed "report/findings.js"
    ,
#embed "report/misses.js"
    ,
#embed "report/filter.js"
    ,
#embed "report/timeline.js"
    ,
#embed "report/play.js"
    ,
#embed "report/page.js"
    , 0
};

const char *creport_style(void) { return style; }
const char *creport_script(void) { return script; }
