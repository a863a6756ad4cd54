// utf8proc for Swift: its own header, and the properties of characters that Swift cannot import, which are bit fields.
#pragma once
#include <utf8proc.h>

// The cells of a terminal that a character takes: 0, 1 or 2.
int cutf8proc_width(utf8proc_int32_t character);

// Whether it has the property Extended_Pictographic.
int cutf8proc_is_pictographic(utf8proc_int32_t character);
