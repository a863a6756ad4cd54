#include "CSandboxTables.h"

// C23's #embed keeps the texts in files of their own.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char core[] = {
#embed "tables/core.table"
};

static const unsigned char tasks[] = {
#embed "tables/tasks.table"
};

static const unsigned char catalog[] = {
#embed "tables/catalog.table"
};

static const unsigned char knowledge[] = {
#embed "tables/knowledge.table"
};

static const unsigned char configuration[] = {
#embed "tables/configuration.table"
};

static const unsigned char assets[] = {
#embed "tables/assets.table"
};

static const unsigned char organisation[] = {
#embed "tables/organisation.table"
};

static const unsigned char files[] = {
#embed "tables/files.table"
};

static const unsigned char applications[] = {
#embed "tables/applications.table"
};

static const unsigned char platform[] = {
#embed "tables/platform.table"
};

static const unsigned char logs[] = {
#embed "tables/logs.table"
};

static const unsigned char sign_in[] = {
#embed "tables/sign_in.table"
};

static const unsigned char demo[] = {
#embed "tables/demo.table"
};

static const unsigned char choices[] = {
#embed "tables/choices.table"
};

#define TEXT(name) {#name ".table", name, sizeof name}

// The order of the tables: a parent is before its children.
static const struct {
    const char *name;
    const unsigned char *bytes;
    long size;
} texts[] = {
    TEXT(core),
    TEXT(tasks),
    TEXT(catalog),
    TEXT(knowledge),
    TEXT(configuration),
    TEXT(assets),
    TEXT(organisation),
    TEXT(files),
    TEXT(applications),
    TEXT(platform),
    TEXT(logs),
    TEXT(sign_in),
    TEXT(demo),
    TEXT(choices),
};

int csandbox_tables_count(void) { return sizeof texts / sizeof *texts; }

const char *csandbox_tables_name(int index) { return texts[index].name; }

const unsigned char *csandbox_tables_bytes(int index) { return texts[index].bytes; }

long csandbox_tables_size(int index) { return texts[index].size; }
