#include "CGumbo.h"

#include <setjmp.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// An arena: memory is allocated in blocks and freed all at once.
typedef struct Block {
    struct Block *next;
    size_t size, used;
} Block;

#define HEAD ((sizeof(Block) + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t))
#define BLOCK_SIZE ((size_t)1 << 18)
// The number of allocations, with some margin, before gumbo has created its stacks.
#define EARLY 32

struct CGumboPage {
    Block *blocks;
    CGumboLimits limits;
    // A copy terminated by NUL: gumbo reads one byte past the end, and the tree points into it.
    char *text;
    size_t length;
    size_t memory, nodes, steps;
    CGumboCut cut;
    GumboOutput *output;
    jmp_buf leave;

    // To find the stacks: gumbo allocates its state and then the stacks that the state points to, so a stack's
    // GumboVector in the state is known once it contains the stack's pointer.
    const void *earlier[EARLY];
    size_t sizes[EARLY];
    unsigned count;
    const GumboVector *open, *formatting;
    // Gumbo's position in the text: the first of the pointers to it and to its end.
    const char *const *place;
    size_t last_size, attributes;
};

// The page that this thread is parsing.
static _Thread_local CGumboPage *reading;

static _Noreturn void leave(CGumboPage *page, CGumboCut cut) {
    page->cut = cut;
    longjmp(page->leave, 1);
}

// Gumbo is built with assertions, which some pages violate (`body` tags where a template took the body's place). Such a
// page is cut off like one that exceeds a limit; any other failed assertion aborts.
_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
    if (reading) leave(reading, CGUMBO_NODES);
    fprintf(stderr, "%s:%u: %s: assertion `%s' failed\n", file, line, function ? function : "?", assertion);
    abort();
}

static void *take(CGumboPage *page, size_t size) {
    size = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    Block *block = page->blocks;
    if (!block || block->size - block->used < size) {
        size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        if (room > page->limits.memory || page->memory > page->limits.memory - room) leave(page, CGUMBO_NODES);
        block = calloc(1, HEAD + room);
        if (!block) leave(page, CGUMBO_NODES);
        block->size = room;
        // A large allocation gets its own block, so that the current one can be filled.
        if (page->blocks && size > BLOCK_SIZE / 4) {
            block->next = page->blocks->next;
            page->blocks->next = block;
        } else {
            block->next = page->blocks;
            page->blocks = block;
        }
        page->memory += room;
    }
    void *memory = (char *)block + HEAD + block->used;
    block->used += size;
    return memory;
}

static void release(CGumboPage *page) {
    while (page->blocks) {
        Block *next = page->blocks->next;
        free(page->blocks);
        page->blocks = next;
    }
    page->memory = 0;
}

// Whether a vector in the state is empty and its storage was allocated after the state.
static bool is_stack(const CGumboPage *page, unsigned state, const GumboVector *vector) {
    if (vector->length != 0 || vector->capacity == 0 || vector->capacity > 64) return false;
    for (unsigned i = state + 1; i < page->count; i++) {
        if (vector->data == page->earlier[i] && page->sizes[i] == vector->capacity * sizeof(void *)) return true;
    }
    return false;
}

// Finds the stacks and the position in the text among the first allocations.
static void look_around(CGumboPage *page) {
    for (unsigned i = 0; i < page->count; i++) {
        const char *state = page->earlier[i];
        for (size_t at = 0; at + 2 * sizeof(GumboVector) <= page->sizes[i]; at += sizeof(void *)) {
            const char *const *pointers = (const char *const *)(state + at);
            if (!page->place && pointers[0] == page->text && pointers[2] == page->text + page->length) {
                page->place = pointers;
            }
            // The stack of open elements and the list of formatting elements are adjacent.
            const GumboVector *vectors = (const GumboVector *)(state + at);
            if (!page->open && is_stack(page, i, vectors) && is_stack(page, i, vectors + 1)) {
                page->open = vectors;
                page->formatting = vectors + 1;
            }
        }
    }
}

static void watch(CGumboPage *page, size_t size) {
    if (size == sizeof(GumboNode)) {
        page->attributes = 0;
        if (++page->nodes > page->limits.nodes) leave(page, CGUMBO_NODES);
    }
    // A new tag begins by allocating its name's buffer and an empty attribute list.
    if (page->last_size == 5 && size == sizeof(void *)) page->attributes = 0;
    if (size == sizeof(GumboAttribute) && ++page->attributes > page->limits.attributes) leave(page, CGUMBO_NODES);
    page->last_size = size;
    if (!page->open) return;
    if (page->open->length > page->limits.depth) leave(page, CGUMBO_DEPTH);
    page->steps += page->open->length;
    if (page->steps > page->limits.steps) leave(page, CGUMBO_NODES);
    if (page->formatting->length > page->limits.formatting) leave(page, CGUMBO_NODES);
    // `html` and `body` get the attributes of all tags with their name.
    for (unsigned i = 0; i < 2 && i < page->open->length; i++) {
        const GumboNode *node = page->open->data[i];
        if (node->v.element.attributes.length > page->limits.attributes) leave(page, CGUMBO_NODES);
    }
}

static void *allocate(void *userdata, size_t size) {
    CGumboPage *page = userdata;
    if (!page->open && page->count > 8 && page->count < EARLY) look_around(page);
    // A gumbo with another layout: without limits only a short text is safe.
    if ((!page->open || !page->place) && page->count == EARLY && page->length > 1 << 14) leave(page, CGUMBO_NODES);
    watch(page, size);
    void *memory = take(page, size);
    if (page->count < EARLY) {
        page->earlier[page->count] = memory;
        page->sizes[page->count++] = size;
    }
    return memory;
}

static void deallocate(void *userdata, void *memory) {
    (void)userdata;
    (void)memory;
}

static void parse(CGumboPage *page, size_t length) {
    release(page);
    page->length = length;
    page->nodes = page->steps = page->attributes = page->last_size = 0;
    page->count = 0;
    page->open = page->formatting = NULL;
    page->place = NULL;
    page->output = NULL;
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = allocate;
    options.deallocator = deallocate;
    options.userdata = page;
    options.max_errors = 0;
    reading = page;
    if (setjmp(page->leave) == 0) page->output = gumbo_parse_with_options(&options, page->text, length);
    reading = NULL;
}

// The start of the tag at which parsing was cut off.
static size_t border(const CGumboPage *page) {
    size_t place = page->length / 2;
    if (page->place && *page->place >= page->text && *page->place <= page->text + page->length) {
        place = (size_t)(*page->place - page->text);
    }
    while (place > 0 && page->text[--place] != '<') continue;
    return place;
}

CGumboPage *cgumbo_read(const char *text, size_t length, const CGumboLimits *limits) {
    CGumboPage *page = calloc(1, sizeof(CGumboPage));
    if (!page) return NULL;
    page->text = malloc(length + 1);
    if (!page->text) {
        free(page);
        return NULL;
    }
    memcpy(page->text, text, length);
    page->text[length] = 0;
    page->limits = *limits;
    parse(page, length);
    CGumboCut cut = page->cut;
    // Closing the page creates a few more nodes, so the second pass has a small margin.
    for (int attempt = 0; !page->output && attempt < 3; attempt++) {
        size_t shorter = border(page);
        if (attempt == 0) {
            page->limits.nodes += limits->nodes / 8 + 1024;
            page->limits.steps += limits->steps / 8 + 65536;
            page->limits.memory += limits->memory / 8 + 4 * BLOCK_SIZE;
            page->limits.depth += 8;
            page->limits.formatting += 8;
            page->limits.attributes += 8;
        }
        parse(page, shorter);
    }
    if (!page->output) {
        release(page);
        page->length = 0;
    }
    page->cut = cut;
    return page;
}

const GumboNode *cgumbo_root(const CGumboPage *page) { return page->output ? page->output->root : NULL; }
CGumboCut cgumbo_cut(const CGumboPage *page) { return page->cut; }
size_t cgumbo_length(const CGumboPage *page) { return page->length; }
size_t cgumbo_nodes(const CGumboPage *page) { return page->nodes; }

void cgumbo_free(CGumboPage *page) {
    if (!page) return;
    release(page);
    free(page->text);
    free(page);
}

bool cgumbo_is_element(const GumboNode *node) {
    return node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE;
}

bool cgumbo_is_text(const GumboNode *node) {
    return node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE || node->type == GUMBO_NODE_CDATA;
}

GumboTag cgumbo_tag(const GumboNode *node) {
    return cgumbo_is_element(node) ? node->v.element.tag : GUMBO_TAG_UNKNOWN;
}

GumboNamespaceEnum cgumbo_namespace(const GumboNode *node) {
    return cgumbo_is_element(node) ? node->v.element.tag_namespace : GUMBO_NAMESPACE_HTML;
}

bool cgumbo_is_named(const GumboNode *node, const char *name) {
    if (!cgumbo_is_element(node)) return false;
    // For elements that gumbo inserted, the original text may be another tag's or empty.
    GumboStringPiece tag = node->v.element.original_tag;
    size_t length = strlen(name);
    if (!tag.data || tag.length < length + 2 || tag.data[0] != '<') return false;
    return strncasecmp(tag.data + 1, name, length) == 0 && strchr(" \t\n\f\r/>", tag.data[length + 1]) != NULL;
}

size_t cgumbo_child_count(const GumboNode *node) {
    return cgumbo_is_element(node) ? node->v.element.children.length : 0;
}

const GumboNode *cgumbo_child(const GumboNode *node, size_t index) {
    return index < cgumbo_child_count(node) ? node->v.element.children.data[index] : NULL;
}

const char *cgumbo_text(const GumboNode *node) { return cgumbo_is_element(node) ? "" : node->v.text.text; }

const char *cgumbo_attribute(const GumboNode *node, const char *name) {
    if (!cgumbo_is_element(node)) return NULL;
    const GumboAttribute *attribute = gumbo_get_attribute(&node->v.element.attributes, name);
    return attribute ? attribute->value : NULL;
}

size_t cgumbo_offset(const GumboNode *node) { return cgumbo_is_element(node) ? node->v.element.start_pos.offset : 0; }
