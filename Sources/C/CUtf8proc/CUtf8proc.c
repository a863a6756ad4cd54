#include "CUtf8proc.h"

int cutf8proc_width(utf8proc_int32_t character) {
    const utf8proc_property_t *property = utf8proc_get_property(character);
    // Unlike utf8proc, terminals give a cell to spacing marks and to signs that precede the digits they enclose, and draw
    // vowels and final consonants of decomposed Hangul within the syllable's first letter.
    if (property->category == UTF8PROC_CATEGORY_MC || property->boundclass == UTF8PROC_BOUNDCLASS_PREPEND) return 1;
    if (property->boundclass == UTF8PROC_BOUNDCLASS_V || property->boundclass == UTF8PROC_BOUNDCLASS_T) return 0;
    return (int)property->charwidth;
}

int cutf8proc_is_pictographic(utf8proc_int32_t character) {
    return utf8proc_get_property(character)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}
