// A typed interface of libedit (histedit.h, 3.1-20221030), whose variadic functions, wchar_t and FILE cannot be used
// from Swift: one plain function for each use, and UTF-32 instead of wchar_t.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct cel_editor cel_editor;

/// The result of an editing command (histedit.h: CC_NORM and others).
enum {
    CEL_NORMAL = 0,
    CEL_REFRESH = 4,
    CEL_BEEP = 6,
    CEL_REFRESH_BEEP = 9,
};

/// The request of libedit's history commands.
enum {
    CEL_HISTORY_NEWEST,
    CEL_HISTORY_OLDER,
    CEL_HISTORY_NEWER,
    CEL_HISTORY_OLDEST,
};

/// How many commands `cel_add_command` supports, numbered from 0.
enum { CEL_COMMANDS = 16 };

/// libedit's callbacks. Returned strings are zero-terminated and stay valid until the same function is called again.
typedef struct {
    void *context;
    /// Waits for a key. Returns 1 and the key, or 0 at the end of input.
    int (*read_key)(void *context, uint32_t *key);
    /// The prompt. Pairs of characters U+0001 enclose sequences without width.
    const uint32_t *(*prompt)(void *context);
    /// Runs a custom command. Returns one of the results above.
    int (*command)(void *context, int command);
    /// A history line, by CEL_HISTORY_…; NULL if there is none.
    const uint32_t *(*history)(void *context, int which);
} cel_callbacks;

/// Makes only this thread use UTF-8, whatever the locale of the process. Pass the result to `cel_leave_utf8`.
void *cel_enter_utf8(void);
void cel_leave_utf8(void *entered);

/// Opens an editor on two descriptors, which the caller keeps open. `terminal` is a terminfo name, or NULL for $TERM.
/// Returns NULL if memory or descriptors run out.
cel_editor *cel_open(const char *program, const char *terminal, int input, int output, cel_callbacks callbacks);
/// Restores the terminal and frees the editor.
void cel_close(cel_editor *editor);

/// Defines the name of a custom command, for key bindings. Returns 0 or -1.
int cel_add_command(cel_editor *editor, int command, const char *name, const char *help);
/// Binds a key (in the notation of editrc(5)) in the main map and optionally in vi's command map. Returns 0 or -1.
int cel_bind(cel_editor *editor, const char *key, const char *command, int alternative);
/// Reads an editrc(5) file. Returns 0 or -1.
int cel_source(cel_editor *editor, const char *path);

/// Whether the keys are those of vi.
int cel_has_vi_keys(cel_editor *editor);

/// Reads one line with its line end. Returns NULL at the end of input. The text is valid until the next call.
const uint32_t *cel_read_line(cel_editor *editor, int *count);

/// The line being edited.
const uint32_t *cel_line(cel_editor *editor, size_t *count, size_t *cursor);
/// Inserts zero-terminated text at the cursor. Returns 0 or -1.
int cel_insert(cel_editor *editor, const uint32_t *text);
/// Deletes characters before the cursor.
void cel_delete_before(cel_editor *editor, int count);
/// Moves the cursor, at most to the ends of the line.
void cel_move(cel_editor *editor, int by);

/// Redraws prompt and line at the terminal's cursor.
void cel_redraw(cel_editor *editor);
/// Updates the terminal's size.
void cel_resize(cel_editor *editor);
/// Switches between raw mode and the terminal's original mode.
void cel_set_raw(cel_editor *editor, int raw);

/// The width of a character in cells, in this thread's locale; -1 for control characters.
int cel_width(uint32_t character);

/// Writes the numbers of SIGINT, SIGTERM, SIGHUP, SIGWINCH and SIGCONT to `descriptor`, one byte each, instead of their
/// previous actions. Ignored signals stay ignored, except for SIGWINCH and SIGCONT. Only one watch is possible at a
/// time, since signal handlers are global: returns -1 if there is one.
int cel_watch_signals(int descriptor);
/// Restores the previous actions of the signals.
void cel_unwatch_signals(void);

/// When a signal ends the program that nothing else handles, a crash or one such as SIGQUIT, restores the terminal: its
/// current settings, and modes that programs switch on; and reports a crash on standard error. -1 is no terminal. Only
/// the first call has an effect.
void cel_guard_crashes(int terminal);
/// Restores what `cel_guard_crashes` found.
void cel_restore_terminal(void);

/// The version in the library's header: 2.11.
const char *cel_version(void);
