import CGumbo
import Notation

// What elements are.
extension DocumentWalk {
    /// How an element sets its text off; nil when it does not.
    static func emphasis(_ tag: GumboTag) -> Inline.Emphasis? {
        switch tag {
        case GUMBO_TAG_STRONG, GUMBO_TAG_B: .strong
        case GUMBO_TAG_EM, GUMBO_TAG_I, GUMBO_TAG_CITE, GUMBO_TAG_DFN, GUMBO_TAG_VAR: .stressed
        case GUMBO_TAG_CODE, GUMBO_TAG_KBD, GUMBO_TAG_SAMP, GUMBO_TAG_TT: .code
        case GUMBO_TAG_DEL, GUMBO_TAG_S, GUMBO_TAG_STRIKE: .struck
        case GUMBO_TAG_MARK: .marked
        default: nil
        }
    }

    /// Whether an element stands on lines of its own, and is nothing more.
    static func isBlock(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_HTML, GUMBO_TAG_BODY, GUMBO_TAG_ARTICLE, GUMBO_TAG_SECTION, GUMBO_TAG_NAV, GUMBO_TAG_ASIDE,
            GUMBO_TAG_HGROUP, GUMBO_TAG_HEADER, GUMBO_TAG_FOOTER, GUMBO_TAG_ADDRESS, GUMBO_TAG_P, GUMBO_TAG_DT,
            GUMBO_TAG_DD, GUMBO_TAG_FIGURE, GUMBO_TAG_FIGCAPTION, GUMBO_TAG_MAIN, GUMBO_TAG_DIV, GUMBO_TAG_CAPTION,
            GUMBO_TAG_TBODY, GUMBO_TAG_THEAD, GUMBO_TAG_TFOOT, GUMBO_TAG_LEGEND, GUMBO_TAG_SUMMARY, GUMBO_TAG_FRAMESET,
            GUMBO_TAG_CENTER, GUMBO_TAG_MULTICOL, GUMBO_TAG_OPTGROUP:
            true
        default: false
        }
    }
}
