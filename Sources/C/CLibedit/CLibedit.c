#define _GNU_SOURCE
#include "CLibedit.h"

#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "wchar_t is UTF-32");

struct cel_editor {
    EditLine *line;
    FILE *input;
    FILE *output;
    cel_callbacks callbacks;
};

static cel_editor *editor_of(EditLine *line) {
    void *data = NULL;
    el_get(line, EL_CLIENTDATA, &data);
    return data;
}

static int read_key(EditLine *line, wchar_t *key) {
    cel_editor *editor = editor_of(line);
    return editor->callbacks.read_key(editor->callbacks.context, (uint32_t *)key);
}

static wchar_t *prompt(EditLine *line) {
    cel_editor *editor = editor_of(line);
    return (wchar_t *)editor->callbacks.prompt(editor->callbacks.context);
}

static int history_step(void *data, HistEventW *event, int operation, ...) {
    cel_editor *editor = data;
    int which;
    switch (operation) {
    case H_FIRST: which = CEL_HISTORY_NEWEST; break;
    case H_NEXT: which = CEL_HISTORY_OLDER; break;
    case H_PREV: which = CEL_HISTORY_NEWER; break;
    case H_LAST: which = CEL_HISTORY_OLDEST; break;
    default: return -1;
    }
    const uint32_t *text = editor->callbacks.history(editor->callbacks.context, which);
    if (text == NULL) return -1;
    event->num = 1;
    event->str = (const wchar_t *)text;
    return 0;
}

// libedit passes only the key to a command, so each command needs its own function.
#define COMMAND(n)                                                                       \
    static unsigned char command_##n(EditLine *line, int key) {                          \
        (void)key;                                                                       \
        cel_editor *editor = editor_of(line);                                            \
        return (unsigned char)editor->callbacks.command(editor->callbacks.context, (n)); \
    }
COMMAND(0) COMMAND(1) COMMAND(2) COMMAND(3) COMMAND(4) COMMAND(5) COMMAND(6) COMMAND(7)
COMMAND(8) COMMAND(9) COMMAND(10) COMMAND(11) COMMAND(12) COMMAND(13) COMMAND(14) COMMAND(15)
static unsigned char (*const commands[CEL_COMMANDS])(EditLine *, int) = {
    command_0, command_1, command_2,  command_3,  command_4,  command_5,  command_6,  command_7,
    command_8, command_9, command_10, command_11, command_12, command_13, command_14, command_15,
};

void *cel_enter_utf8(void) {
    // C.UTF-8 is built into glibc since 2.35, so it works without installed locales.
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (utf8 != (locale_t)0) uselocale(utf8);
    return utf8;
}

void cel_leave_utf8(void *entered) {
    if (entered == NULL) return;
    uselocale(LC_GLOBAL_LOCALE);
    freelocale(entered);
}

static FILE *stream(int descriptor, const char *mode) {
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (copy < 0) return NULL;
    FILE *file = fdopen(copy, mode);
    if (file == NULL) close(copy);
    return file;
}

cel_editor *cel_open(const char *program, const char *terminal, int input, int output, cel_callbacks callbacks) {
    cel_editor *editor = calloc(1, sizeof *editor);
    if (editor == NULL) return NULL;
    editor->callbacks = callbacks;
    editor->input = stream(input, "r");
    editor->output = stream(output, "w");
    if (editor->input != NULL && editor->output != NULL) {
        editor->line = el_init(program, editor->input, editor->output, editor->output);
    }
    if (editor->line == NULL) {
        cel_close(editor);
        return NULL;
    }
    EditLine *line = editor->line;
    el_wset(line, EL_CLIENTDATA, editor);
    if (terminal != NULL) el_set(line, EL_TERMINAL, terminal);
    el_set(line, EL_EDITOR, "emacs");
    el_wset(line, EL_GETCFN, read_key);
    el_wset(line, EL_PROMPT_ESC, prompt, (wchar_t)1);
    el_wset(line, EL_HIST, history_step, editor);
    // While a line is edited, Ctrl-C and Ctrl-Z are keys instead of signals, and a CRLF in a paste keeps both its
    // characters.
    el_set(line, EL_SETTY, "-d", "-isig", "-icrnl", "-inlcr", NULL);
    return editor;
}

void cel_close(cel_editor *editor) {
    if (editor->line != NULL) {
        // Otherwise libedit discards pending input, which is for the next reader of the terminal.
        el_reset(editor->line);
        el_set(editor->line, EL_EDITMODE, 0);
        el_end(editor->line);
    }
    if (editor->input != NULL) fclose(editor->input);
    if (editor->output != NULL) fclose(editor->output);
    free(editor);
}

int cel_add_command(cel_editor *editor, int command, const char *name, const char *help) {
    if (command < 0 || command >= CEL_COMMANDS) return -1;
    return el_set(editor->line, EL_ADDFN, name, help, commands[command]);
}

int cel_bind(cel_editor *editor, const char *key, const char *command, int alternative) {
    int bound = el_set(editor->line, EL_BIND, key, command, NULL);
    if (alternative && bound == 0) bound = el_set(editor->line, EL_BIND, "-a", key, command, NULL);
    return bound;
}

int cel_source(cel_editor *editor, const char *path) { return el_source(editor->line, path); }

int cel_has_vi_keys(cel_editor *editor) {
    const char *keys = NULL;
    return el_get(editor->line, EL_EDITOR, &keys) == 0 && keys != NULL && keys[0] == 'v';
}

const uint32_t *cel_read_line(cel_editor *editor, int *count) {
    return (const uint32_t *)el_wgets(editor->line, count);
}

const uint32_t *cel_line(cel_editor *editor, size_t *count, size_t *cursor) {
    const LineInfoW *info = el_wline(editor->line);
    *count = (size_t)(info->lastchar - info->buffer);
    *cursor = (size_t)(info->cursor - info->buffer);
    return (const uint32_t *)info->buffer;
}

int cel_insert(cel_editor *editor, const uint32_t *text) {
    return el_winsertstr(editor->line, (const wchar_t *)text);
}

void cel_delete_before(cel_editor *editor, int count) { el_deletestr(editor->line, count); }

void cel_move(cel_editor *editor, int by) { el_cursor(editor->line, by); }

void cel_redraw(cel_editor *editor) { el_wset(editor->line, EL_REFRESH); }

void cel_resize(cel_editor *editor) { el_resize(editor->line); }

void cel_set_raw(cel_editor *editor, int raw) { el_wset(editor->line, EL_PREP_TERM, raw); }

int cel_width(uint32_t character) { return wcwidth((wchar_t)character); }

#define TEXT(value) #value
#define VERSION(major, minor) TEXT(major) "." TEXT(minor)
const char *cel_version(void) { return VERSION(LIBEDIT_MAJOR, LIBEDIT_MINOR); }
