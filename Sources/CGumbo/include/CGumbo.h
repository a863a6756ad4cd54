// A typed face on gumbo, which reads HTML5: bounded, so that no page takes the process with it.
//
// Gumbo itself has no limits: it looks through its stack of open elements for nearly every tag and through a tag's
// attributes for every attribute, it copies open formatting elements into every paragraph, it frees its tree by recursion,
// and an allocation that fails is its end. Here it draws from an arena, which watches that stack at every allocation and
// leaves the parser when a limit is passed; what stands before the place is then read once more, and is the page.
#ifndef CGUMBO_H
#define CGUMBO_H

#include <gumbo.h>
#include <stddef.h>

/// How much of a page is read.
typedef struct {
    /// How many elements may be open at a time.
    size_t depth;
    /// How many formatting elements (`b`, `font`, `a`, …) may be open at a time.
    size_t formatting;
    /// How many attributes an element may have.
    size_t attributes;
    /// How many elements, texts and comments there may be.
    size_t nodes;
    /// How many bytes the tree and the parser may take.
    size_t memory;
    /// How many steps through open elements there may be.
    size_t steps;
} CGumboLimits;

/// Why a page was not read to its end.
typedef enum {
    /// It was.
    CGUMBO_WHOLE,
    /// Its elements nest too deep.
    CGUMBO_DEPTH,
    /// It has too many of something else.
    CGUMBO_NODES,
} CGumboCut;

/// A page that was read. It owns its tree.
typedef struct CGumboPage CGumboPage;

/// Reads UTF-8 without NUL bytes; every other text is the caller's mistake. NULL when there is no memory at all.
CGumboPage *cgumbo_read(const char *text, size_t length, const CGumboLimits *limits);
/// The `html` element; NULL when nothing could be read.
const GumboNode *cgumbo_root(const CGumboPage *page);
/// Why it was not read to its end.
CGumboCut cgumbo_cut(const CGumboPage *page);
/// How many bytes of the text were read.
size_t cgumbo_length(const CGumboPage *page);
/// How many nodes were made, about.
size_t cgumbo_nodes(const CGumboPage *page);
/// Frees a page with its tree.
void cgumbo_free(CGumboPage *page);

/// Whether a node is an element (a template is one).
bool cgumbo_is_element(const GumboNode *node);
/// Whether a node is text (and no comment).
bool cgumbo_is_text(const GumboNode *node);
/// The tag of an element; `GUMBO_TAG_UNKNOWN` of what is none.
GumboTag cgumbo_tag(const GumboNode *node);
/// The name space of an element.
GumboNamespaceEnum cgumbo_namespace(const GumboNode *node);
/// Whether an unknown element has this name, in any case.
bool cgumbo_is_named(const GumboNode *node, const char *name);
/// How many children a node has.
size_t cgumbo_child_count(const GumboNode *node);
/// A child; NULL when there is none of that index.
const GumboNode *cgumbo_child(const GumboNode *node, size_t index);
/// The text of a text, closed by NUL.
const char *cgumbo_text(const GumboNode *node);
/// The value of an attribute; NULL when the element has none of that name (in lower case).
const char *cgumbo_attribute(const GumboNode *node, const char *name);
/// Where an element starts in the text, in bytes.
size_t cgumbo_offset(const GumboNode *node);

#endif
