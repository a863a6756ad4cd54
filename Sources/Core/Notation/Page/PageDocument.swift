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

// Visitors.
extension Block {
    package var children: [Block] {
        switch self {
        case .heading, .paragraph, .preformatted, .rule: []
        case .quote(let blocks), .form(_, let blocks), .notice(let blocks), .group(_, let blocks): blocks
        case .list(_, let items): items.flatMap(\.self)
        case .definitions(let definitions): definitions.flatMap(\.meaning)
        case .table(let grid): grid.rows.flatMap { $0.flatMap(\.blocks) }
        }
    }

    /// What is in its own lines: those of a heading, paragraph, legend or caption, and terms.
    package var inlines: [Inline] {
        switch self {
        case .heading(_, let inlines), .paragraph(let inlines), .group(let inlines, _): inlines
        case .definitions(let definitions): definitions.flatMap(\.term)
        case .table(let grid): grid.caption
        case .preformatted, .quote, .list, .form, .notice, .rule: []
        }
    }
}

extension [Inline] {
    /// Their text, with images as alternative text and fields as `field` writes them.
    package func text(_ field: (_ form: Int, _ field: Int) -> String = { _, _ in "" }) -> String {
        map { inline in
            switch inline {
            case .text(let text, _): text
            case .lineBreak: "\n"
            case .link(_, let inner): inner.text(field)
            case .image(let alternative): alternative
            case .field(let form, let number): field(form, number)
            }
        }.joined()
    }
}

// Without recursion, because pages may be nested arbitrarily deep; in no particular order.
extension [Block] {
    /// The blocks, and all that are inside others.
    package var everyBlock: some Sequence<Block> {
        sequence(state: self) { left in
            guard let block = left.popLast() else { return nil }
            left += block.children
            return block
        }
    }

    /// What is in the lines of all blocks, and in links.
    package var everyInline: some Sequence<Inline> {
        sequence(state: (blocks: self, inlines: [Inline]())) { left in
            while left.inlines.isEmpty {
                guard let block = left.blocks.popLast() else { return nil }
                left.blocks += block.children
                left.inlines = block.inlines
            }
            let inline = left.inlines.removeLast()
            if case .link(_, let inner) = inline { left.inlines += inner }
            return inline
        }
    }
}

package struct Form: Sendable, Hashable {
    package var name: String?
    /// `GET` or `POST`; other methods count as `GET`.
    package var method = "GET"
    package var action: String?
    package var encoding = Encoding.fields
    package var fields: [Field] = []

    package init() {}

    package enum Encoding: String, Sendable, Hashable, CaseIterable {
        case fields
        case multipart
        case text
    }

    package struct Field: Sendable, Hashable {
        package var name: String
        package var kind: Kind
        /// The label, else `aria-label`, title or placeholder; empty if there is none.
        package var label = ""
        package var value = ""
        package var isChecked = false
        package var options: [Option] = []
        package var allowsMany = false
        package var isReadOnly = false
        package var isDisabled = false
        package var isRequired = false

        package init(_ name: String, _ kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    package enum Kind: Sendable, Hashable {
        /// A single-line field. The type (`text`, `email`, `number`, `date`, …) is in lower case.
        case text(type: String)
        case password
        case area
        case checkBox
        case radio
        case choice
        case file
        case hidden
        case submit
        case button

        /// The HTML name: the element's, or the type of an `input`.
        package var name: String {
            switch self {
            case .text(let type): type
            case .area: "textarea"
            case .checkBox: "checkbox"
            case .choice: "select"
            case .password, .radio, .file, .hidden, .submit, .button: "\(self)"
            }
        }
    }

    package struct Option: Sendable, Hashable {
        package var value: String
        package var label: String
        package var isSelected = false
        package var isDisabled = false

        package init(value: String, label: String, isSelected: Bool = false, isDisabled: Bool = false) {
            self.value = value
            self.label = label
            self.isSelected = isSelected
            self.isDisabled = isDisabled
        }

        /// As people read it.
        package var shown: String { label.isEmpty ? value : label }
    }

    /// The options of a choice, or of the radio buttons of its name, which are one field; empty for others.
    package func options(of field: Field) -> [Option] {
        field.kind == .radio
            ? fields.filter { $0.kind == .radio && $0.name == field.name }.map(\.option) : field.options
    }
}

extension Form.Field {
    /// A radio button or check box as an option of its group.
    package var option: Form.Option {
        Form.Option(value: value, label: label, isSelected: isChecked, isDisabled: isDisabled || isReadOnly)
    }
}
