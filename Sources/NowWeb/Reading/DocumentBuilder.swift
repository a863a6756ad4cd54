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
