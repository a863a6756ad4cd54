// A typed face on libedit (histedit.h, 3.1-20221030). Its interface is variadic and speaks of wchar_t and FILE, which
// Swift cannot call or share; here are one plain function for each thing that is used, and UTF-32 instead of wchar_t.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct cel_editor cel_editor;

/// What an editing command answers (histedit.h, CC_NORM and so on).
enum {
    CEL_NORMAL = 0,
    CEL_REFRESH = 4,
    CEL_BEEP = 6,
    CEL_REFRESH_BEEP = 9,
};

/// What libedit's own history commands ask for.
enum {
    CEL_HISTORY_NEWEST,
    CEL_HISTORY_OLDER,
    CEL_HISTORY_NEWER,
    CEL_HISTORY_OLDEST,
};

/// How many commands `cel_add_command` can take; they are numbered from 0.
enum { CEL_COMMANDS = 16 };

/// What libedit calls. Strings it is given end in 0 and stay valid until the same function is called again.
typedef struct {
    void *context;
    /// Waits for a key: 1 and the key, 0 at the end of input.
    int (*read_key)(void *context, uint32_t *key);
    /// The prompt. Between two characters 1 stand sequences that take no room.
    const uint32_t *(*prompt)(void *context);
    /// Runs a command of ours; answers one of the above.
    int (*command)(void *context, int command);
    /// An older line, by CEL_HISTORY_…; NULL when there is none.
    const uint32_t *(*history)(void *context, int which);
} cel_callbacks;

/// Makes this thread, and no other, read and write UTF-8 whatever the locale of the process. Give the answer to
/// `cel_leave_utf8`.
void *cel_enter_utf8(void);
void cel_leave_utf8(void *entered);

/// An editor on two descriptors, which stay the caller's. `terminal` is a terminfo name, or NULL for $TERM. NULL when
/// there is no memory or no descriptor left.
cel_editor *cel_open(const char *program, const char *terminal, int input, int output, cel_callbacks callbacks);
/// Puts the terminal back and frees the editor.
void cel_close(cel_editor *editor);

/// Gives a command of ours a name that keys can be bound to. 0, or -1.
int cel_add_command(cel_editor *editor, int command, const char *name, const char *help);
/// Binds a key (as editrc(5) writes it) in the main map and, when asked, in vi's command map. 0, or -1.
int cel_bind(cel_editor *editor, const char *key, const char *command, int alternative);
/// Reads an editrc(5) file. 0, or -1.
int cel_source(cel_editor *editor, const char *path);

/// Reads one line with its line end; NULL at the end of input. The text is valid until the next call.
const uint32_t *cel_read_line(cel_editor *editor, int *count);

/// The line being edited.
const uint32_t *cel_line(cel_editor *editor, size_t *count, size_t *cursor);
/// Inserts text, ended by 0, at the cursor. 0, or -1.
int cel_insert(cel_editor *editor, const uint32_t *text);
/// Deletes characters before the cursor.
void cel_delete_before(cel_editor *editor, int count);
/// Moves the cursor within the line, by as much as there is.
void cel_move(cel_editor *editor, int by);

/// Draws prompt and line anew from where the terminal's cursor is.
void cel_redraw(cel_editor *editor);
/// Asks the terminal for its size.
void cel_resize(cel_editor *editor);
/// Raw for editing, or as the terminal was.
void cel_set_raw(cel_editor *editor, int raw);

/// The cells a character takes on this thread; -1 for control characters.
int cel_width(uint32_t character);

/// From now on the numbers of SIGINT, SIGTERM, SIGHUP, SIGWINCH and SIGCONT are written to `descriptor`, a byte each,
/// instead of what they did before; signals that were ignored stay so, but for SIGWINCH and SIGCONT. A process has one
/// terminal, so there is one watch at a time: -1 if there is one already.
int cel_watch_signals(int descriptor);
/// Gives the signals back what they did before.
void cel_unwatch_signals(void);

/// The version of the library, as its header has it: 2.11.
const char *cel_version(void);
