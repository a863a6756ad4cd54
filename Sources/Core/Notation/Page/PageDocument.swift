/// The readable content of a page: its blocks in order, and the links and forms that they refer to by number.
///
/// It is purely the page's content; nothing was run or fetched. Texts are as on the page, with white space collapsed as
/// in browsers; rendering sanitizes them for a terminal.
package struct Document: Sendable, Hashable {
    package var title = ""
    package var language: String?
    package var formName: String?
    /// The base URL (`<base href>`); nil for the page's own URL.
    package var base: String?
    package var refresh: Refresh?
    package var blocks: [Block] = []
    /// In order. Users count from 1, so the first is link 1.
    package var links: [Link] = []
    /// In order. Fields outside any form are in a last form without an action.
    package var forms: [Form] = []
    package var assets: [Asset] = []
    /// Where named parts begin (`id`, `name` of `a`): the index of the block in `blocks`, then of the block in that
    /// one, and so on. A part inside a list or table begins with the whole of it.
    package var anchors: [String: [Int]] = [:]
    /// What was omitted because the page is too large; usually empty.
    package var cuts: [Cut] = []

    package init() {}

    package struct Refresh: Sendable, Hashable {
        package var seconds: Int
        /// The URL as written; empty for the page itself.
        package var target: String

        package init(seconds: Int, target: String) {
            self.seconds = seconds
            self.target = target
        }
    }

    package struct Link: Sendable, Hashable {
        package var target: String
        /// The content, with images as alternative text; may be empty.
        package var text: String

        package init(target: String, text: String) {
            self.target = target
            self.text = text
        }
    }

    package struct Asset: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case styleSheet
            case script
            case image
            case icon
        }

        package var kind: Kind
        package var target: String

        package init(_ kind: Kind, _ target: String) {
            self.kind = kind
            self.target = target
        }
    }

    package enum Cut: Sendable, Hashable {
        /// Only the first `read` bytes of the page were read.
        case bytes(read: Int, of: Int)
        case depth(Int)
        case nodes(Int)
        /// This many bytes are invalid in the page's character set and are replaced by U+FFFD.
        case badText(Int)
    }
}

package indirect enum Block: Sendable, Hashable {
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    /// Preformatted text, lines separated by `\n`.
    case preformatted(String)
    case quote([Block])
    /// A bulleted list, or a numbered one from `start`.
    case list(start: Int?, items: [[Block]])
    case definitions([Definition])
    case table(Grid)
    /// The content of a form: its 0-based number in `Document.forms`, and its blocks.
    case form(Int, [Block])
    /// An alert or status message (`role=alert`, `role=status`).
    case notice([Block])
    /// A `fieldset` or `details`: its legend and content.
    case group(legend: [Inline], [Block])
    case rule

    package struct Definition: Sendable, Hashable {
        package var term: [Inline]
        package var meaning: [Block]

        package init(term: [Inline], meaning: [Block]) {
            self.term = term
            self.meaning = meaning
        }
    }
}

package indirect enum Inline: Sendable, Hashable {
    case text(String, Emphasis)
    case lineBreak
    /// A link: its 0-based number in `Document.links`, and its content.
    case link(Int, [Inline])
    /// An image by its alternative text; empty for a decorative one.
    case image(alternative: String)
    /// A field: the 0-based numbers of the form in `Document.forms` and of the field in it.
    case field(form: Int, field: Int)

    package struct Emphasis: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let strong = Emphasis(rawValue: 1)
        package static let stressed = Emphasis(rawValue: 2)
        package static let code = Emphasis(rawValue: 4)
        package static let struck = Emphasis(rawValue: 8)
        package static let marked = Emphasis(rawValue: 16)
        package static let label = Emphasis(rawValue: 32)
    }
}

package struct Grid: Sendable, Hashable {
    package var caption: [Inline] = []
    package var rows: [[Cell]] = []

    package init(caption: [Inline] = [], rows: [[Cell]] = []) {
        self.caption = caption
        self.rows = rows
    }

    package struct Cell: Sendable, Hashable {
        package var isHeader: Bool
        package var columns: Int
        package var rows: Int
        package var blocks: [Block]

        package init(isHeader: Bool = false, columns: Int = 1, rows: Int = 1, _ blocks: [Block]) {
            self.isHeader = isHeader
            self.columns = columns
            self.rows = rows
            self.blocks = blocks
        }
    }
}

// Named parts, the targets of fragment links.
extension Document {
    /// The document from a named part on; nil if there is no such part. All numbers are unchanged, and blocks that
    /// contain the part remain around it.
    package func from(part name: String) -> Document? {
        guard let place = anchors[name] else { return nil }
        var part = self
        part.blocks = Self.rest(of: blocks, from: place[...])
        return part
    }

    /// Blocks are nested as deep as `anchors` are long.
    private static func rest(of blocks: [Block], from place: ArraySlice<Int>) -> [Block] {
        guard let number = place.first, let last = blocks.indices.last else { return blocks }
        // An anchor at the end of the page refers to the last block.
        var rest = Array(blocks[min(max(number, 0), last)...])
        let inner = place.dropFirst()
        guard number <= last, !inner.isEmpty, let first = rest.first else { return rest }
        switch first {
        case .quote(let blocks): rest[0] = .quote(Self.rest(of: blocks, from: inner))
        case .notice(let blocks): rest[0] = .notice(Self.rest(of: blocks, from: inner))
        case .form(let number, let blocks): rest[0] = .form(number, Self.rest(of: blocks, from: inner))
        case .group(let legend, let blocks): rest[0] = .group(legend: legend, Self.rest(of: blocks, from: inner))
        case .heading, .paragraph, .preformatted, .list, .definitions, .table, .rule: break
        }
        return rest
    }
}
