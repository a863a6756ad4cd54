import Notation

/// Lays out blocks a few lines at a time, with an explicit stack: deep or long pages need little memory.
struct PageLayout {
    let parts: PageParts
    let width: Int
    let isNatural: Bool
    private var stack: BlockStack
    private var table: TableLayout?

    init(_ blocks: [Block], width: Int, parts: PageParts, isNatural: Bool = false, follows: Bool = false) {
        self.parts = parts
        self.width = max(width, 2)
        self.isNatural = isNatural
        stack = BlockStack([Frame(.blocks(blocks))], follows: follows)
    }

    static func lines(of blocks: [Block], width: Int, parts: PageParts, isNatural: Bool) -> [Line] {
        var layout = PageLayout(blocks, width: width, parts: parts, isNatural: isNatural)
        var lines: [Line] = []
        while let more = layout.next() { lines += more }
        return lines
    }

    mutating func next() -> [Line]? {
        while true {
            if let lines = stack.take() { return lines }
            if let lines = table?.next() {
                stack.emit(lines)
                continue
            }
            table = nil
            guard let frame = stack.top else { return nil }
            step(frame)
        }
    }

    private var room: Int { max(width - stack.margin, 2) }

    private mutating func step(_ frame: Frame) {
        switch frame.content {
        case .blocks(let blocks): stepBlocks(blocks, frame)
        case .items(let items, let start): stepItems(items, start, frame)
        case .definitions(let definitions): stepDefinitions(definitions, frame)
        case .records(let rows):
            guard let number = stack.advance(rows.count) else { return pop() }
            if number > 0 { stack.owesGap = true }
            let blocks = rows.blocks(ofRow: number)
            if !blocks.isEmpty { push(Frame(.blocks(blocks), isTight: true)) }
        }
    }

    private mutating func stepBlocks(_ blocks: [Block], _ frame: Frame) {
        guard let number = stack.advance(blocks.count) else { return pop() }
        if number > 0, !frame.isTight, !blocks[number - 1].isHeading { stack.owesGap = true }
        if let run = FieldLayout(blocks, from: number, parts: parts) {
            stack.skip(run.blocks - 1)
            return stack.emit(run.lines(width: room, parts: parts, isNatural: isNatural))
        }
        begin(blocks[number])
    }

    private mutating func stepItems(_ items: [[Block]], _ start: Int?, _ frame: Frame) {
        guard let number = stack.advance(items.count) else { return pop() }
        if number > 0, !frame.isTight { stack.owesGap = true }
        var mark = "•"
        if let start {
            let (sum, isTooMuch) = start.addingReportingOverflow(number)
            mark = isTooMuch ? "•" : "\(sum)."
            // Align the numbers of a list.
            let last = start.addingReportingOverflow(items.count - 1).partialValue
            mark = String(repeating: " ", count: max(String(last).utf8.count + 1 - mark.utf8.count, 0)) + mark
        }
        push(
            Frame(.blocks(items[number]), isTight: frame.isTight), .item(mark, isSeenAlone: start != nil),
            isNeeded: true)
    }

    private mutating func stepDefinitions(_ definitions: [Block.Definition], _ frame: Frame) {
        guard let number = stack.advance(definitions.count * 2) else { return pop() }
        let definition = definitions[number / 2]
        if number % 2 == 1 { return push(Frame(.blocks(definition.meaning), isTight: true), .indent(4)) }
        stack.emit(flow(definition.term, .strong))
    }

    private mutating func begin(_ block: Block) {
        switch block {
        case .heading(let level, let inlines):
            stack.emit(Heading.lines(level, flow(inlines, TextStyle(.heading, .bold), less: 2)))
        case .paragraph(let inlines): stack.emit(flow(inlines, .text))
        case .preformatted(let text): stack.emit(Preformatted.lines(of: text, width: room))
        case .rule: stack.emit([Line([Span(String(repeating: "─", count: isNatural ? 3 : room), .faint)])])
        case .quote(let blocks): push(Frame(.blocks(blocks)), .quote)
        case .notice(let blocks): push(Frame(.blocks(blocks)), .notice)
        case .form(_, let blocks): push(Frame(.blocks(blocks)))
        case .list(let start, let items):
            if start == nil, let row = LinkRow.inlines(of: items) { return stack.emit(flow(row, .text)) }
            push(Frame(.items(items, start: start), isTight: items.allSatisfy(\.isSingleItem)))
        case .definitions(let definitions):
            if let run = FieldLayout(definitions) {
                return stack.emit(run.lines(width: room, parts: parts, isNatural: isNatural))
            }
            push(Frame(.definitions(definitions), isTight: true))
        case .group(let legend, let blocks):
            let name = flow(legend, .strong, less: 3)
            // A group without a name has no frame.
            if name.isEmpty { return push(Frame(.blocks(blocks))) }
            stack.emit(GroupFrame.opening(name, width: isNatural ? nil : room))
            var frame = Frame(.blocks(blocks))
            frame.isBoxed = true
            push(frame, .quote)
            stack.owesGap = false
        case .table(let grid): begin(grid)
        }
    }

    private mutating func begin(_ grid: Grid) {
        let caption = flow(grid.caption, .strong)
        if !caption.isEmpty { stack.emit(caption) }
        switch TableForm(grid, width: room, parts: parts) {
        case .columns(let run): table = run
        case .records(let rows): push(Frame(.records(rows)))
        case .loose: push(Frame(.blocks(grid.rows.flatMap(LayoutCells.blocks))))
        }
    }

    private func flow(_ inlines: [Inline], _ style: TextStyle, less: Int = 0) -> [Line] {
        if inlines.isEmpty { return [] }
        let lines = PageFlow.lines(
            of: inlines, width: max(room - less, 2), parts: parts, isNatural: isNatural, style: style)
        return lines.contains { !$0.isEmpty } ? lines : []
    }

    /// Begins a part. A level that does not fit is left out; a required mark gets its own line instead.
    private mutating func push(_ frame: Frame, _ level: Level? = nil, isNeeded: Bool = false) {
        guard let level else { return stack.push(frame) }
        let fits = stack.margin + level.width <= width / 2
        if !fits, isNeeded || level.background != nil {
            let mark: [Inline] = [.text(level.first.text, [])]
            stack.emit(PageFlow.lines(of: mark, width: room, parts: parts, style: level.first.style))
        }
        stack.push(frame, fits ? level : nil)
    }

    private mutating func pop() {
        guard let frame = stack.pop(), frame.isBoxed else { return }
        stack.owesGap = false
        stack.emit([GroupFrame.closing(width: isNatural ? nil : room)])
    }
}

/// The open parts of a page with the prefixes of their lines, and the lines that are ready. It is a stack of its own,
/// because pages are deep.
struct BlockStack {
    private var frames: [Frame]
    private(set) var levels: [Level] = []
    /// Whether an empty line precedes the next one.
    var owesGap: Bool
    private var hasWritten: Bool
    private var ready: [Line] = []

    /// - Parameter follows: whether lines were written before.
    init(_ frames: [Frame], follows: Bool = false) {
        self.frames = frames
        owesGap = follows
        hasWritten = follows
    }

    var top: Frame? { frames.last }
    var margin: Int { levels.reduce(0) { $0 + $1.width } }

    /// The lines that are ready; nil if there are none.
    mutating func take() -> [Line]? {
        defer { ready.removeAll(keepingCapacity: true) }
        return ready.isEmpty ? nil : ready
    }

    /// The position of the next of so many parts of the top frame; nil at its end.
    mutating func advance(_ count: Int) -> Int? {
        let number = frames[frames.count - 1].next
        guard number < count else { return nil }
        skip(1)
        return number
    }

    mutating func skip(_ count: Int) { frames[frames.count - 1].next += count }

    mutating func push(_ frame: Frame, _ level: Level? = nil) {
        frames.append(frame)
        guard let level else { return }
        frames[frames.count - 1].hasLevel = true
        levels.append(level)
    }

    mutating func pop() -> Frame? {
        guard let frame = frames.popLast() else { return nil }
        if frame.hasLevel, let level = levels.last {
            if !level.isUsed, level.isSeenAlone { emit([Line()]) }
            levels.removeLast()
        }
        return frame
    }

    /// Emits lines after the current ones, with the pending empty line.
    mutating func emit(_ lines: [Line]) {
        if lines.isEmpty { return }
        if owesGap, hasWritten {
            let shared = levels.prefix { $0.isUsed }
            ready.append(dressed(Line(), shared.map(\.rest), shared.last { $0.background != nil }?.background))
        }
        owesGap = false
        hasWritten = true
        let background = levels.last { $0.background != nil }?.background
        for line in lines {
            ready.append(dressed(line, levels.map { $0.isUsed ? $0.rest : $0.first }, background))
            for index in levels.indices where !levels[index].isUsed { levels[index].isUsed = true }
        }
    }

    private func dressed(_ line: Line, _ margin: [Span], _ background: TextStyle.Background?) -> Line {
        if margin.isEmpty { return line }
        var whole = Line(margin)
        let start = whole.width
        whole.append(line)
        whole.longest = line.longest + start
        whole.background = line.background
        whole.trim()
        return background.map { whole.with(background: $0) } ?? whole
    }
}

/// A part of a page in progress: its contents and the position in them.
struct Frame {
    enum Content {
        case blocks([Block])
        case items([[Block]], start: Int?)
        case definitions([Block.Definition])
        case records(RecordRows)

        var count: Int {
            switch self {
            case .blocks(let blocks): blocks.count
            case .items(let items, _): items.count
            case .definitions(let definitions): definitions.count
            case .records(let rows): rows.count
            }
        }
    }

    let content: Content
    var next = 0
    var isTight = false
    var hasLevel = false
    var isBoxed = false

    init(_ content: Content, isTight: Bool = false) {
        self.content = content
        self.isTight = isTight
    }
}

/// What blocks refer to by number, and facts about the whole page.
struct PageParts: Sendable {
    let links: [Document.Link]
    let forms: [Form]
    /// Texts that are labels of fields, so that they are not repeated.
    let labels: Set<String>

    init(_ document: Document) {
        links = document.links
        forms = document.forms
        var labels: Set<String> = []
        for case .text(let text, let emphasis) in document.blocks.everyInline where emphasis.contains(.label) {
            labels.insert(PageText.label(text))
        }
        self.labels = labels
    }

    func shown(form: Int, field: Int) -> Form.Field? {
        guard forms.indices.contains(form), forms[form].fields.indices.contains(field) else { return nil }
        let found = forms[form].fields[field]
        return found.kind == .hidden ? nil : found
    }

    func name(ofLink number: Int) -> String {
        guard links.indices.contains(number) else { return "link" }
        let text = PageText.label(links[number].text)
        return text.isEmpty ? "link" : text
    }
}

extension Block {
    var isHeading: Bool {
        if case .heading = self { return true }
        return false
    }

    var isList: Bool {
        if case .list = self { return true }
        return false
    }

    var isTable: Bool {
        if case .table = self { return true }
        return false
    }

    /// The inline parts of a paragraph; nil for any other block.
    var paragraph: [Inline]? {
        if case .paragraph(let inlines) = self { return inlines }
        return nil
    }
}

extension [Block] {
    /// Whether they form a single item, at most with sublists, so that no empty line is needed after it.
    var isSingleItem: Bool {
        guard count(where: { !$0.isList }) <= 1 else { return false }
        return allSatisfy { $0.isList || $0.paragraph != nil || $0.isHeading }
    }
}

/// A list of short links, such as a page's navigation. It is put on one or two lines, since it would push the page's
/// content off the screen.
enum LinkRow {
    private static let least = 3
    private static let most = 50
    private static let longest = 20

    /// The links in one row, each with its number; nil for any other list.
    static func inlines(of items: [[Block]]) -> [Inline]? {
        guard (least...most).contains(items.count) else { return nil }
        var row: [Inline] = []
        for item in items {
            guard item.count == 1, let inlines = item[0].paragraph, inlines.count == 1,
                case .link(_, let inner) = inlines[0], inner.count == 1, case .text(let text, _) = inner[0],
                !text.isEmpty, DisplayWidth.of(PageText.line(text)) <= longest
            else { return nil }
            if !row.isEmpty { row.append(.text(" ", [])) }
            row.append(inlines[0])
        }
        return row
    }
}

/// A row of a layout table, which only places things next to each other.
enum LayoutCells {
    static func blocks(of row: [Grid.Cell]) -> [Block] {
        var line: [Inline] = []
        for cell in row {
            switch cell.blocks.count {
            case 0: continue
            case 1:
                guard let inlines = cell.blocks[0].paragraph else { return row.flatMap(\.blocks) }
                // Labels and fields are matched as paragraphs.
                if inlines.contains(where: \.isOfForm) { return row.flatMap(\.blocks) }
                if !line.isEmpty { line.append(.text(" · ", [])) }
                line += inlines
            default: return row.flatMap(\.blocks)
            }
        }
        return line.isEmpty ? [] : [.paragraph(line)]
    }
}

extension Inline {
    fileprivate var isOfForm: Bool {
        switch self {
        case .field: true
        case .text(_, let emphasis): emphasis.contains(.label)
        case .lineBreak, .link, .image: false
        }
    }
}
