// A wrapper of the HTML5 parser gumbo with limits, so that no page can exhaust memory or crash the process.
//
// Gumbo has no limits: it searches its stack of open elements for nearly every tag and a tag's attributes for every
// attribute, copies open formatting elements into every paragraph, frees its tree recursively, and aborts if an
// allocation fails. Here it allocates from an arena, which checks the stack at every allocation and leaves the parser
// when a limit is exceeded; the text before that position is then parsed again as the page.
#ifndef CGUMBO_H
#define CGUMBO_H

#include <gumbo.h>
#include <stddef.h>

/// The limits of a page.
typedef struct {
    /// Open elements at a time.
    size_t depth;
    /// Open formatting elements (`b`, `font`, `a`, …) at a time.
    size_t formatting;
    /// Attributes of an element.
    size_t attributes;
    /// Elements, texts and comments.
    size_t nodes;
    /// Bytes of the tree and the parser.
    size_t memory;
    /// Steps through open elements.
    size_t steps;
} CGumboLimits;

/// Why a page was cut off.
typedef enum {
    /// It was not.
    CGUMBO_WHOLE,
    /// Elements are nested too deeply.
    CGUMBO_DEPTH,
    /// Another limit was exceeded.
    CGUMBO_NODES,
} CGumboCut;

/// A parsed page, which owns its tree.
typedef struct CGumboPage CGumboPage;

/// Parses UTF-8 without NUL bytes, which the caller must ensure. NULL if no memory is available.
CGumboPage *cgumbo_read(const char *text, size_t length, const CGumboLimits *limits);
/// The `html` element; NULL if nothing could be parsed.
const GumboNode *cgumbo_root(const CGumboPage *page);
/// Why the page was cut off.
CGumboCut cgumbo_cut(const CGumboPage *page);
/// The number of parsed bytes.
size_t cgumbo_length(const CGumboPage *page);
/// The approximate number of nodes.
size_t cgumbo_nodes(const CGumboPage *page);
/// Frees a page and its tree.
void cgumbo_free(CGumboPage *page);

/// Whether a node is an element (templates included).
bool cgumbo_is_element(const GumboNode *node);
/// Whether a node is text (comments excluded).
bool cgumbo_is_text(const GumboNode *node);
/// The tag of an element; `GUMBO_TAG_UNKNOWN` for other nodes.
GumboTag cgumbo_tag(const GumboNode *node);
/// The namespace of an element.
GumboNamespaceEnum cgumbo_namespace(const GumboNode *node);
/// Whether an unknown element has this name, ignoring case.
bool cgumbo_is_named(const GumboNode *node, const char *name);
/// The number of children.
size_t cgumbo_child_count(const GumboNode *node);
/// A child; NULL if the index is out of range.
const GumboNode *cgumbo_child(const GumboNode *node, size_t index);
/// The text of a text node, NUL-terminated.
const char *cgumbo_text(const GumboNode *node);
/// The value of an attribute; NULL if there is none with that name (in lower case).
const char *cgumbo_attribute(const GumboNode *node, const char *name);
/// The byte offset of an element in the text.
size_t cgumbo_offset(const GumboNode *node);

#endif
