// The style sheet and the script of a tape's HTML page, embedded because the program is a single file.
#pragma once

/// The style sheet, whose colors are those of the sandbox's pages.
const char *creport_style(void);
/// The script: a switch between light and dark, and the player. The page is complete without it.
const char *creport_script(void);
