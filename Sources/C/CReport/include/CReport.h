// The style sheet and the script of HTML reports, embedded because the program is a single file.
#pragma once

/// The style sheet, whose colors are those of the sandbox's pages.
const char *creport_style(void);
/// The script, which makes the page from its data.
const char *creport_script(void);
