/// A page as people read it: its blocks in order, and beside them what they refer to by number.
///
/// It holds what the page says, no more: nothing in it was run, fetched or judged. Texts are as the page has them, with
/// white space collapsed where a browser would; rendering makes them harmless for a terminal.
package struct Document: Sendable, Hashable {
    package var title = ""
    package var language: String?
    package var formName: String?
    /// What relative addresses are relative to (`<base href>`); nil: the page's own address.
    package var base: String?
    package var refresh: Refresh?
    package var blocks: [Block] = []
    /// The links in their order; people count them from 1, so the first of these is link 1.
    package var links: [Link] = []
    /// The forms in their order. Fields outside every form stand in a form without an action at the end.
    package var forms: [Form] = []
    package var assets: [Asset] = []
    /// Where parts with a name begin (`id`, `name` of `a`): the number of the block in `blocks`, then that of the block in
    /// it, and so on inwards. A part in a list or a table begins with all of it.
    package var anchors: [String: [Int]] = [:]
    /// What was left out because the page is too much for a terminal; empty for nearly every page.
    package var cuts: [Cut] = []

    package init() {}

    package struct Refresh: Sendable, Hashable {
        package var seconds: Int
        /// The address as the page has it; empty: the page itself.
        package var target: String

        package init(seconds: Int, target: String) {
            self.seconds = seconds
            self.target = target
        }
    }

    package struct Link: Sendable, Hashable {
        package var target: String
        /// What stands between its tags, images by their alternative text; may be empty.
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
        /// The page is so many bytes long, and only the first of them were read.
        case bytes(read: Int, of: Int)
        case depth(Int)
        case nodes(Int)
        /// So many bytes are no text in the page's character set, and stand as U+FFFD.
        case badText(Int)
    }
}

package indirect enum Block: Sendable, Hashable {
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    /// Text whose line ends and spaces count, lines separated by `\n`.
    case preformatted(String)
    case quote([Block])
    /// Items with bullets; with numbers from `start` on when that is there.
    case list(start: Int?, items: [[Block]])
    case definitions([Definition])
    case table(Grid)
    /// What belongs to a form: its number in `Document.forms`, from 0, and what stands between its tags.
    case form(Int, [Block])
    /// What the page wants noticed: an error, a warning (`role=alert`, `role=status`).
    case notice([Block])
    /// A part with a name of its own (`fieldset`, `details`): its legend and what it holds.
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
    /// What leads elsewhere: the link's number in `Document.links`, from 0.
    case link(Int, [Inline])
    /// A picture, by its alternative text; that is empty for one that says nothing.
    case image(alternative: String)
    /// A field of a form: the form's number in `Document.forms` and the field's number in it, both from 0.
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

// Parts of a page that have a name of their own, which links lead to.
extension Document {
    /// The document from the part of that name on; nil when no part is called so. Links, forms and all else keep their
    /// numbers, and blocks that begin before the part and hold it stay around it.
    package func from(part name: String) -> Document? {
        guard let place = anchors[name] else { return nil }
        var part = self
        part.blocks = Self.rest(of: blocks, from: place[...])
        return part
    }

    /// Blocks nest no deeper than `anchors` are long.
    private static func rest(of blocks: [Block], from place: ArraySlice<Int>) -> [Block] {
        guard let number = place.first, let last = blocks.indices.last else { return blocks }
        // What names the end of the page leads to what stands last.
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
