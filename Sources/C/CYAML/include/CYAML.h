// libyaml for Swift: events of a text, and a text of events. cyaml_open opens the library with dlopen; no other function
// may be called before it has returned NULL.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Opens the library once per process. Returns NULL, or the loader's error message, which stays valid.
const char *cyaml_open(void);

enum cyaml_kind {
    // The end of the text.
    CYAML_END = 0,
    CYAML_DOCUMENT = 1,
    CYAML_SCALAR = 2,
    CYAML_SEQUENCE = 3,
    CYAML_SEQUENCE_END = 4,
    CYAML_MAPPING = 5,
    CYAML_MAPPING_END = 6,
    CYAML_ALIAS = 7,
    // The text is not YAML, or memory is exhausted.
    CYAML_ERROR = 8,
    // Only for the writer.
    CYAML_DOCUMENT_END = 9
};

// How a scalar is written.
enum cyaml_style { CYAML_PLAIN = 0, CYAML_QUOTED = 1, CYAML_LITERAL = 2 };

// An event. Texts are valid until the next event.
struct cyaml_event {
    enum cyaml_kind kind;
    // A scalar's bytes in UTF-8.
    const uint8_t *bytes;
    size_t count;
    int is_plain;
    // NULL if there is none. An alias has its anchor here.
    const char *anchor;
    const char *tag;
    // From 1. Of an error, where it is.
    size_t line;
    size_t column;
    // Of an error: what the library reports. NULL for exhausted memory.
    const char *reason;
};

typedef struct cyaml_reader cyaml_reader;

// Reads a text, which must stay valid until the reader is closed. Returns NULL if memory is exhausted.
cyaml_reader *cyaml_reader_open(const uint8_t *bytes, size_t count);
void cyaml_reader_next(cyaml_reader *reader, struct cyaml_event *event);
void cyaml_reader_close(cyaml_reader *reader);

typedef struct cyaml_writer cyaml_writer;

// Returns NULL if memory is exhausted.
cyaml_writer *cyaml_writer_open(void);
// Writes an event; bytes, style and tag are only used for a scalar. Returns 0 on failure.
int cyaml_writer_add(
    cyaml_writer *writer, enum cyaml_kind kind, const uint8_t *bytes, size_t count, enum cyaml_style style,
    const char *tag);
// Takes the text written since the last call. It stays valid until the next call of a function of this writer.
size_t cyaml_writer_take(cyaml_writer *writer, const uint8_t **bytes);
void cyaml_writer_close(cyaml_writer *writer);
