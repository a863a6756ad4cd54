import CGumbo
import Notation

/// Walks the tree in document order and builds the blocks. It uses its own stack because pages nest deeper than a
/// thread's stack allows.
struct DocumentBuilder {
    struct Open {
        let node: PageNode
        var next = 0
        var emphasis: Inline.Emphasis
        var ends: Ends = []
        var frames = 0
    }

    struct Ends: OptionSet {
        let rawValue: UInt16
        static let block = Ends(rawValue: 1)
        static let row = Ends(rawValue: 8)
        static let footRow = Ends(rawValue: 16)
        static let link = Ends(rawValue: 32)
        static let hidden = Ends(rawValue: 64)
        static let form = Ends(rawValue: 128)
        static let label = Ends(rawValue: 256)
        static let disabled = Ends(rawValue: 512)
        static let quotation = Ends(rawValue: 1024)
    }

    let limits: PageLimits
    var document: Document
    let pageIndex: PageIndex
    var fields: PageFields

    var open: [Open] = []
    var frames: [BlockBuilder] = [BlockBuilder(.root)]
    var line = LineBuilder()
    var emphasis: Inline.Emphasis = []
    var hidden = 0
    var forms: [Int] = []
    /// The open links: number, text so far, whether the text is blank, and whether the link has no visible content.
    var links: [(number: Int, text: [UInt8], isBare: Bool, isEmpty: Bool)] = []
    private var blocks = 0
    private var isFull = false

    init(_ pageIndex: PageIndex, _ limits: PageLimits) {
        self.pageIndex = pageIndex
        self.limits = limits
        document = pageIndex.document
        fields = PageFields(pageIndex)
    }

    mutating func document(of root: PageNode) -> Document {
        enter(root)
        while let last = open.last, !isFull {
            guard let child = last.node.child(last.next) else {
                leave()
                continue
            }
            open[open.count - 1].next += 1
            if child.isText {
                read(child)
            } else if child.isElement {
                if open.count > 2 * limits.depth + 100 {
                    noteCut(.depth(limits.depth))
                } else {
                    enter(child)
                }
            }
            if blocks + line.count + fields.count > limits.parts {
                isFull = true
                noteCut(.nodes(limits.parts))
            }
        }
        while !open.isEmpty { leave() }
        flush()
        while frames.count > 1 { closeFrame() }
        document.blocks = frames[0].finished(line: [])
        document.forms = fields.finished
        return document
    }

    private mutating func noteCut(_ cut: Document.Cut) {
        if !document.cuts.contains(cut) { document.cuts.append(cut) }
    }

    // MARK: Text

    private mutating func read(_ node: PageNode) {
        guard hidden == 0 else { return }
        // SVG provides its text as a title.
        if let around = open.last?.node, !around.isHTML, around.isSVG { return }
        append(node.text)
    }

    mutating func append(_ text: some Sequence<UInt8>) {
        if !links.isEmpty {
            links[links.count - 1].text += text
            if text.contains(where: { !HTMLWhitespace.isSpace($0) }) { links[links.count - 1].isBare = false }
        }
        if frames[frames.count - 1].kind == .preformatted {
            frames[frames.count - 1].append(text: text)
        } else {
            line.append(text, emphasis)
        }
    }

    // MARK: Blocks

    /// Marks the start or end of a block, which ends the line unless only one line is allowed.
    mutating func border() {
        if !links.isEmpty { links[links.count - 1].text.append(0x20) }
        if frames[frames.count - 1].isLine {
            line.part()
        } else if frames[frames.count - 1].kind == .preformatted {
            frames[frames.count - 1].endLine()
        } else {
            flush()
        }
    }

    private mutating func flush() {
        let text = line.take()
        if !text.isEmpty { append(.paragraph(text)) }
    }

    mutating func append(_ block: Block) {
        blocks += 1
        frames[frames.count - 1].append(block)
    }

    /// Opens a container block; false if none is possible: in a line, in preformatted text, or too deep.
    mutating func openFrame(_ kind: BlockBuilder.Kind) -> Bool {
        border()
        let around = frames[frames.count - 1]
        guard !around.isLine, around.kind != .preformatted, frames.count < limits.nesting else { return false }
        frames.append(BlockBuilder(kind))
        return true
    }

    mutating func closeFrame() {
        let isLine = frames[frames.count - 1].isLine
        let text = isLine ? line.take() : []
        if !isLine, frames[frames.count - 1].kind != .preformatted { flush() }
        guard frames.count > 1, let frame = frames.popLast() else { return }
        blocks += 1
        frames[frames.count - 1].take(frame, line: text)
    }

    // MARK: Fields

    mutating func add(_ field: Form.Field, of node: PageNode) {
        let place = fields.add(field, to: pageIndex.forms.owner(of: node, around: forms.last))
        guard hidden == 0, field.kind != .hidden else { return }
        if !links.isEmpty { links[links.count - 1].isBare = false }
        if frames[frames.count - 1].kind == .preformatted {
            append(.paragraph([.field(form: place.form, field: place.field)]))
        } else {
            line.append(form: place.form, field: place.field)
        }
    }
}

// End of elements.
extension DocumentBuilder {
    mutating func leave() {
        guard let last = open.popLast() else { return }
        let ends = last.ends
        if ends.contains(.quotation) { append("”".utf8) }
        if ends.contains(.link) { closeLink(last.node) }
        for _ in 0..<last.frames { closeFrame() }
        if ends.contains(.row) || ends.contains(.footRow) {
            border()
            frames[frames.count - 1].closeRow(isFoot: ends.contains(.footRow))
        }
        if ends.contains(.block) { border() }
        if ends.contains(.hidden) { hidden -= 1 }
        if ends.contains(.form) { forms.removeLast() }
        if ends.contains(.label) { fields.leaveLabel() }
        if ends.contains(.disabled) { fields.disabled -= 1 }
        emphasis = last.emphasis
    }

    // MARK: Links

    /// Opens a link; false if there are too many.
    mutating func openLink(_ target: String) -> Bool {
        guard let number = newLink(target) else { return false }
        line.open(link: number)
        links.append((number, [], true, true))
        return true
    }

    private mutating func closeLink(_ node: PageNode) {
        guard let last = links.last else { return }
        var text = HTMLWhitespace.collapsed(last.text)
        if last.isBare {
            // A link without visible content may have a label.
            if let name = node.said("aria-label") ?? node.said("title") {
                text = Array(name.utf8)
                append(name.utf8)
            } else if last.isEmpty, frames[frames.count - 1].kind != .preformatted {
                line.closeLink()
                line.append(bareLink: last.number)
                links.removeLast()
                return
            }
        }
        document.links[last.number].text = String(decoding: text, as: UTF8.self)
        line.closeLink()
        links.removeLast()
    }

    /// Adds a link without content, such as a frame or an image map area.
    mutating func addLink(_ target: String, text: String) {
        guard let number = newLink(target) else { return }
        document.links[number].text = text
        line.open(link: number)
        if text.isEmpty { line.closeLink() } else { line.append(text.utf8, emphasis) }
        if text.isEmpty { line.append(bareLink: number) } else { line.closeLink() }
    }

    private mutating func newLink(_ target: String) -> Int? {
        guard document.links.count < limits.links else {
            let cut = Document.Cut.nodes(limits.links)
            if !document.cuts.contains(cut) { document.cuts.append(cut) }
            return nil
        }
        document.links.append(Document.Link(target: target, text: ""))
        return document.links.count - 1
    }
}

/// The current line: text with white space collapsed across elements, and inline content.
struct LineBuilder {
    private enum Piece {
        case text(String, Inline.Emphasis)
        case lineBreak
        case image(String)
        case field(form: Int, field: Int)
        case opened(Int)
        case closed
        /// A link without content.
        case bare(Int)
    }

    private var pieces: [Piece] = []
    private var run: [UInt8] = []
    private var emphasis: Inline.Emphasis = []
    private var isAtStart = true
    private var endsInSpace = false
    private var links: [Int] = []

    /// The number of pieces created.
    private(set) var count = 0

    mutating func append(_ text: some Sequence<UInt8>, _ emphasis: Inline.Emphasis) {
        for byte in text {
            let isSpace = HTMLWhitespace.isSpace(byte)
            if isSpace, isAtStart || endsInSpace { continue }
            if emphasis != self.emphasis {
                closeRun()
                self.emphasis = emphasis
            }
            run.append(isSpace ? 0x20 : byte)
            endsInSpace = isSpace
            isAtStart = false
        }
    }

    /// Separates words without ending the line.
    mutating func part() { append([0x20], emphasis) }

    mutating func breakLine() {
        endText()
        add(.lineBreak)
        isAtStart = true
    }

    mutating func append(image alternative: String) { add(mark: .image(alternative)) }

    mutating func append(form: Int, field: Int) { add(mark: .field(form: form, field: field)) }

    mutating func append(bareLink number: Int) { add(mark: .bare(number)) }

    mutating func open(link number: Int) {
        closeRun()
        links.append(number)
        add(.opened(number))
    }

    mutating func closeLink() {
        guard links.popLast() != nil else { return }
        closeRun()
        add(.closed)
    }

    /// Returns the line and starts an empty one with the same open links.
    mutating func take() -> [Inline] {
        endText()
        closeRun()
        endBreaks()
        for _ in links { pieces.append(.closed) }
        let line = Self.inlines(pieces)
        pieces = links.map { .opened($0) }
        isAtStart = true
        endsInSpace = false
        return line
    }

    private mutating func add(_ piece: Piece) {
        pieces.append(piece)
        count += 1
    }

    private mutating func add(mark: Piece) {
        closeRun()
        add(mark)
        isAtStart = false
        endsInSpace = false
    }

    private mutating func closeRun() {
        guard !run.isEmpty else { return }
        add(.text(String(decoding: run, as: UTF8.self), emphasis))
        run.removeAll(keepingCapacity: true)
    }

    private mutating func endBreaks() {
        for index in pieces.indices.reversed() {
            switch pieces[index] {
            case .opened, .closed: continue
            case .lineBreak: pieces.remove(at: index)
            default: return
            }
        }
    }

    private mutating func endText() {
        guard endsInSpace else { return closeRun() }
        endsInSpace = false
        if run.last == 0x20 {
            run.removeLast()
            return closeRun()
        }
        closeRun()
        for index in pieces.indices.reversed() {
            guard case .text(var text, let emphasis) = pieces[index] else { continue }
            text.unicodeScalars.removeLast()
            if text.isEmpty { pieces.remove(at: index) } else { pieces[index] = .text(text, emphasis) }
            return
        }
    }

    /// The line as a value, with content nested in its links and empty links dropped.
    private static func inlines(_ pieces: [Piece]) -> [Inline] {
        var lines: [(link: Int, parts: [Inline])] = [(-1, [])]
        func add(_ part: Inline) {
            let last = lines.count - 1
            if case .text(let text, let emphasis) = part, case .text(let before, emphasis)? = lines[last].parts.last {
                lines[last].parts[lines[last].parts.count - 1] = .text(before + text, emphasis)
            } else {
                lines[last].parts.append(part)
            }
        }
        for piece in pieces {
            switch piece {
            case .text(let text, let emphasis): add(.text(text, emphasis))
            case .lineBreak: add(.lineBreak)
            case .image(let alternative): add(.image(alternative: alternative))
            case .field(let form, let field): add(.field(form: form, field: field))
            case .bare(let number): add(.link(number, []))
            case .opened(let number): lines.append((number, []))
            case .closed:
                guard lines.count > 1, let link = lines.popLast(), !link.parts.isEmpty else { continue }
                // Nested links are not valid HTML; deep ones are flattened.
                if lines.count > deepest { link.parts.forEach(add) } else { add(.link(link.link, link.parts)) }
            }
        }
        return lines[0].parts
    }

    private static let deepest = 8
}
