#include "CTexts.h"

// C23's #embed includes the files at compile time.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char help[] = {
#embed "help.txt"
    , 0
};
const char *ctexts_help(void) { return help; }

static const char commands[] = {
#embed "commands.txt"
    , 0
};
const char *ctexts_commands(void) { return commands; }

static const char suggestions[] = {
#embed "suggestions.txt"
    , 0
};
const char *ctexts_suggestions(void) { return suggestions; }

static const char types[] = {
#embed "types.graphql"
    , 0
};
const char *ctexts_types(void) { return types; }

static const char record_types[] = {
#embed "record-types.graphql"
    , 0
};
const char *ctexts_record_types(void) { return record_types; }

static const char theme[] = {
#embed "theme.txt"
    , 0
};
const char *ctexts_theme(void) { return theme; }

static const char words[] = {
#embed "words.txt"
    , 0
};
const char *ctexts_words(void) { return words; }

static const char cassette[] = {
#embed "cassette.sql"
    , 0
};
const char *ctexts_cassette(void) { return cassette; }

static const char columns[] = {
#embed "columns.txt"
    , 0
};
const char *ctexts_columns(void) { return columns; }

static const char rest[] = {
#embed "rest.txt"
    , 0
};
const char *ctexts_rest(void) { return rest; }

static const char agents[] = {
#embed "agents.json"
    , 0
};
const char *ctexts_agents(void) { return agents; }
