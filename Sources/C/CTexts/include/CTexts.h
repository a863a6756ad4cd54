// Texts of the program that are data, embedded because the program is a single file. All are UTF-8.
#pragma once

/// The topics of `help`.
const char *ctexts_help(void);
/// What `help` says of each command.
const char *ctexts_commands(void);
/// Lines of other tools and what they mean here; advice.
const char *ctexts_suggestions(void);
/// The introspection types of GraphQL, and the fields of its root.
const char *ctexts_types(void);
/// The types that an instance has for records of any table.
const char *ctexts_record_types(void);
/// The style sheet of a theme, and the custom properties of Next Experience.
const char *ctexts_theme(void);
/// Lists of words: names, roles, ordinary words, fields of people, media types.
const char *ctexts_words(void);
/// The tables and indexes of a cassette.
const char *ctexts_cassette(void);
/// The columns that each table shows by default.
const char *ctexts_columns(void);
/// Addresses of an instance, and parameters of the Table API.
const char *ctexts_rest(void);
/// The tools of serve mcp, with the schemas of their arguments.
const char *ctexts_agents(void);
