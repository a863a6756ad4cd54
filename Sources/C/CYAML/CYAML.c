#include "CYAML.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

static struct {
    __typeof__(&yaml_parser_initialize) parser_initialize;
    __typeof__(&yaml_parser_delete) parser_delete;
    __typeof__(&yaml_parser_set_input_string) parser_set_input_string;
    __typeof__(&yaml_parser_set_encoding) parser_set_encoding;
    __typeof__(&yaml_parser_parse) parser_parse;
    __typeof__(&yaml_event_delete) event_delete;
    __typeof__(&yaml_emitter_initialize) emitter_initialize;
    __typeof__(&yaml_emitter_delete) emitter_delete;
    __typeof__(&yaml_emitter_set_output) emitter_set_output;
    __typeof__(&yaml_emitter_set_unicode) emitter_set_unicode;
    __typeof__(&yaml_emitter_emit) emitter_emit;
    __typeof__(&yaml_emitter_flush) emitter_flush;
    __typeof__(&yaml_stream_start_event_initialize) stream_start_event_initialize;
    __typeof__(&yaml_stream_end_event_initialize) stream_end_event_initialize;
    __typeof__(&yaml_document_start_event_initialize) document_start_event_initialize;
    __typeof__(&yaml_document_end_event_initialize) document_end_event_initialize;
    __typeof__(&yaml_scalar_event_initialize) scalar_event_initialize;
    __typeof__(&yaml_sequence_start_event_initialize) sequence_start_event_initialize;
    __typeof__(&yaml_sequence_end_event_initialize) sequence_end_event_initialize;
    __typeof__(&yaml_mapping_start_event_initialize) mapping_start_event_initialize;
    __typeof__(&yaml_mapping_end_event_initialize) mapping_end_event_initialize;
} yaml;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char reason[512];

static void fail(const char *text) {
    strncpy(reason, text != NULL ? text : "unknown reason", sizeof reason - 1);
}

static void open_library(void) {
    void *library = dlopen("libyaml-0.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fail(dlerror());
        return;
    }
#define LOAD(name)                                                   \
    yaml.name = (__typeof__(yaml.name))dlsym(library, "yaml_" #name); \
    if (yaml.name == NULL) {                                         \
        fail(dlerror());                                             \
        return;                                                      \
    }
    LOAD(parser_initialize)
    LOAD(parser_delete)
    LOAD(parser_set_input_string)
    LOAD(parser_set_encoding)
    LOAD(parser_parse)
    LOAD(event_delete)
    LOAD(emitter_initialize)
    LOAD(emitter_delete)
    LOAD(emitter_set_output)
    LOAD(emitter_set_unicode)
    LOAD(emitter_emit)
    LOAD(emitter_flush)
    LOAD(stream_start_event_initialize)
    LOAD(stream_end_event_initialize)
    LOAD(document_start_event_initialize)
    LOAD(document_end_event_initialize)
    LOAD(scalar_event_initialize)
    LOAD(sequence_start_event_initialize)
    LOAD(sequence_end_event_initialize)
    LOAD(mapping_start_event_initialize)
    LOAD(mapping_end_event_initialize)
#undef LOAD
}

const char *cyaml_open(void) {
    pthread_once(&once, open_library);
    return reason[0] != '\0' ? reason : NULL;
}

struct cyaml_reader {
    yaml_parser_t parser;
    yaml_event_t event;
    int has_event;
};

cyaml_reader *cyaml_reader_open(const uint8_t *bytes, size_t count) {
    static const uint8_t nothing[1];
    cyaml_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return NULL;
    if (!yaml.parser_initialize(&reader->parser)) {
        free(reader);
        return NULL;
    }
    // An empty array of Swift has no address.
    yaml.parser_set_input_string(&reader->parser, count > 0 ? bytes : nothing, count);
    yaml.parser_set_encoding(&reader->parser, YAML_UTF8_ENCODING);
    return reader;
}

static void drop_event(cyaml_reader *reader) {
    if (reader->has_event) yaml.event_delete(&reader->event);
    reader->has_event = 0;
}

static void describe(const cyaml_reader *reader, struct cyaml_event *to) {
    const yaml_event_t *event = &reader->event;
    to->line = event->start_mark.line + 1;
    to->column = event->start_mark.column + 1;
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        to->kind = CYAML_SCALAR;
        to->bytes = event->data.scalar.value;
        to->count = event->data.scalar.length;
        to->is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
        to->anchor = (const char *)event->data.scalar.anchor;
        to->tag = (const char *)event->data.scalar.tag;
        break;
    case YAML_SEQUENCE_START_EVENT:
        to->kind = CYAML_SEQUENCE;
        to->anchor = (const char *)event->data.sequence_start.anchor;
        to->tag = (const char *)event->data.sequence_start.tag;
        break;
    case YAML_MAPPING_START_EVENT:
        to->kind = CYAML_MAPPING;
        to->anchor = (const char *)event->data.mapping_start.anchor;
        to->tag = (const char *)event->data.mapping_start.tag;
        break;
    case YAML_ALIAS_EVENT:
        to->kind = CYAML_ALIAS;
        to->anchor = (const char *)event->data.alias.anchor;
        break;
    case YAML_SEQUENCE_END_EVENT: to->kind = CYAML_SEQUENCE_END; break;
    case YAML_MAPPING_END_EVENT: to->kind = CYAML_MAPPING_END; break;
    case YAML_DOCUMENT_START_EVENT: to->kind = CYAML_DOCUMENT; break;
    default: to->kind = CYAML_END; break;
    }
}

void cyaml_reader_next(cyaml_reader *reader, struct cyaml_event *to) {
    memset(to, 0, sizeof *to);
    for (;;) {
        drop_event(reader);
        if (!yaml.parser_parse(&reader->parser, &reader->event)) {
            to->kind = CYAML_ERROR;
            to->line = reader->parser.problem_mark.line + 1;
            to->column = reader->parser.problem_mark.column + 1;
            to->reason = reader->parser.problem;
            return;
        }
        reader->has_event = 1;
        if (reader->event.type != YAML_STREAM_START_EVENT && reader->event.type != YAML_DOCUMENT_END_EVENT) break;
    }
    describe(reader, to);
}

void cyaml_reader_close(cyaml_reader *reader) {
    drop_event(reader);
    yaml.parser_delete(&reader->parser);
    free(reader);
}

struct cyaml_writer {
    yaml_emitter_t emitter;
    uint8_t *bytes;
    size_t count;
    size_t room;
    int was_taken;
};

static int keep(void *data, unsigned char *bytes, size_t count) {
    cyaml_writer *writer = data;
    if (writer->was_taken) writer->count = 0;
    writer->was_taken = 0;
    if (writer->room - writer->count < count) {
        size_t room = (writer->room + count) * 2;
        uint8_t *larger = realloc(writer->bytes, room);
        if (larger == NULL) return 0;
        writer->bytes = larger;
        writer->room = room;
    }
    memcpy(writer->bytes + writer->count, bytes, count);
    writer->count += count;
    return 1;
}

cyaml_writer *cyaml_writer_open(void) {
    cyaml_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    if (!yaml.emitter_initialize(&writer->emitter)) {
        free(writer);
        return NULL;
    }
    yaml.emitter_set_output(&writer->emitter, keep, writer);
    yaml.emitter_set_unicode(&writer->emitter, 1);
    yaml_event_t start;
    if (!yaml.stream_start_event_initialize(&start, YAML_UTF8_ENCODING) ||
        !yaml.emitter_emit(&writer->emitter, &start)) {
        cyaml_writer_close(writer);
        return NULL;
    }
    return writer;
}

static int write_scalar(
    yaml_event_t *event, const uint8_t *bytes, size_t count, enum cyaml_style style, const char *tag) {
    static const uint8_t nothing[1];
    yaml_scalar_style_t form = style == CYAML_PLAIN    ? YAML_PLAIN_SCALAR_STYLE
                               : style == CYAML_QUOTED ? YAML_SINGLE_QUOTED_SCALAR_STYLE
                                                       : YAML_LITERAL_SCALAR_STYLE;
    return yaml.scalar_event_initialize(
        event, NULL, (const yaml_char_t *)tag, count > 0 ? bytes : nothing, (int)count, tag == NULL, tag == NULL, form);
}

int cyaml_writer_add(
    cyaml_writer *writer, enum cyaml_kind kind, const uint8_t *bytes, size_t count, enum cyaml_style style,
    const char *tag) {
    yaml_event_t event;
    int made = 0;
    switch (kind) {
    case CYAML_DOCUMENT: made = yaml.document_start_event_initialize(&event, NULL, NULL, NULL, 1); break;
    case CYAML_DOCUMENT_END: made = yaml.document_end_event_initialize(&event, 1); break;
    case CYAML_SCALAR: made = count <= INT32_MAX && write_scalar(&event, bytes, count, style, tag); break;
    case CYAML_SEQUENCE:
        made = yaml.sequence_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_SEQUENCE_STYLE);
        break;
    case CYAML_SEQUENCE_END: made = yaml.sequence_end_event_initialize(&event); break;
    case CYAML_MAPPING:
        made = yaml.mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE);
        break;
    case CYAML_MAPPING_END: made = yaml.mapping_end_event_initialize(&event); break;
    case CYAML_END: made = yaml.stream_end_event_initialize(&event); break;
    default: return 0;
    }
    return made && yaml.emitter_emit(&writer->emitter, &event);
}

size_t cyaml_writer_take(cyaml_writer *writer, const uint8_t **bytes) {
    yaml.emitter_flush(&writer->emitter);
    if (writer->was_taken) writer->count = 0;
    writer->was_taken = 1;
    *bytes = writer->bytes;
    return writer->count;
}

void cyaml_writer_close(cyaml_writer *writer) {
    yaml.emitter_delete(&writer->emitter);
    free(writer->bytes);
    free(writer);
}
