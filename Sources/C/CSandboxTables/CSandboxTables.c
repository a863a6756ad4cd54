#include "CSandboxTables.h"

// C23's #embed includes the files at compile time.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char core_table[] = {
#embed "tables/core.table"
};
static const unsigned char tasks_table[] = {
#embed "tables/tasks.table"
};
static const unsigned char catalog_table[] = {
#embed "tables/catalog.table"
};
static const unsigned char knowledge_table[] = {
#embed "tables/knowledge.table"
};
static const unsigned char configuration_table[] = {
#embed "tables/configuration.table"
};
static const unsigned char assets_table[] = {
#embed "tables/assets.table"
};
static const unsigned char organisation_table[] = {
#embed "tables/organisation.table"
};
static const unsigned char files_table[] = {
#embed "tables/files.table"
};
static const unsigned char applications_table[] = {
#embed "tables/applications.table"
};
static const unsigned char platform_table[] = {
#embed "tables/platform.table"
};
static const unsigned char logs_table[] = {
#embed "tables/logs.table"
};
static const unsigned char sign_in_table[] = {
#embed "tables/sign_in.table"
};
static const unsigned char demo_table[] = {
#embed "tables/demo.table"
};
static const unsigned char choices_table[] = {
#embed "tables/choices.table"
};
static const unsigned char order_table[] = {
#embed "tables/order.table"
};
static const unsigned char core_records[] = {
#embed "tables/core.records"
};
static const unsigned char tasks_records[] = {
#embed "tables/tasks.records"
};
static const unsigned char catalog_records[] = {
#embed "tables/catalog.records"
};
static const unsigned char knowledge_records[] = {
#embed "tables/knowledge.records"
};
static const unsigned char configuration_records[] = {
#embed "tables/configuration.records"
};
static const unsigned char assets_records[] = {
#embed "tables/assets.records"
};
static const unsigned char organisation_records[] = {
#embed "tables/organisation.records"
};
static const unsigned char files_records[] = {
#embed "tables/files.records"
};
static const unsigned char applications_records[] = {
#embed "tables/applications.records"
};
static const unsigned char platform_records[] = {
#embed "tables/platform.records"
};
static const unsigned char logs_records[] = {
#embed "tables/logs.records"
};
static const unsigned char sign_in_records[] = {
#embed "tables/sign_in.records"
};
static const unsigned char demo_records[] = {
#embed "tables/demo.records"
};
static const unsigned char pages_html[] = {
#embed "tables/pages.html"
};
static const unsigned char page_css[] = {
#embed "tables/page.css"
};
static const unsigned char records_css[] = {
#embed "tables/records.css"
};
static const unsigned char page_js[] = {
#embed "tables/page.js"
};
static const unsigned char focus_js[] = {
#embed "tables/focus.js"
};
static const unsigned char logo_svg[] = {
#embed "tables/logo.svg"
};
static const unsigned char diagram_png[] = {
#embed "tables/diagram.png"
};
static const unsigned char badge_png[] = {
#embed "tables/badge.png"
};

#define TEXT(name, kind) {#name "." #kind, name##_##kind, sizeof name##_##kind}

// The order of the tables: parents before children, after the choices that they share. The files of pages follow.
static const struct {
    const char *name;
    const unsigned char *bytes;
    long size;
} texts[] = {
    TEXT(choices, table),
    TEXT(core, table),
    TEXT(tasks, table),
    TEXT(catalog, table),
    TEXT(knowledge, table),
    TEXT(configuration, table),
    TEXT(assets, table),
    TEXT(organisation, table),
    TEXT(files, table),
    TEXT(applications, table),
    TEXT(platform, table),
    TEXT(logs, table),
    TEXT(sign_in, table),
    TEXT(demo, table),
    TEXT(order, table),
    TEXT(core, records),
    TEXT(tasks, records),
    TEXT(catalog, records),
    TEXT(knowledge, records),
    TEXT(configuration, records),
    TEXT(assets, records),
    TEXT(organisation, records),
    TEXT(files, records),
    TEXT(applications, records),
    TEXT(platform, records),
    TEXT(logs, records),
    TEXT(sign_in, records),
    TEXT(demo, records),
    TEXT(pages, html),
    TEXT(page, css),
    TEXT(records, css),
    TEXT(page, js),
    TEXT(focus, js),
    TEXT(logo, svg),
    TEXT(diagram, png),
    TEXT(badge, png),
};

int csandbox_tables_count(void) { return sizeof texts / sizeof *texts; }
const char *csandbox_tables_name(int index) { return texts[index].name; }
const unsigned char *csandbox_tables_bytes(int index) { return texts[index].bytes; }
long csandbox_tables_size(int index) { return texts[index].size; }
