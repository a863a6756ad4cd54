import Notation

// The ends of elements.
extension DocumentWalk {
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

    /// Begins a link; false when there are too many already.
    mutating func openLink(_ target: String) -> Bool {
        guard let number = newLink(target) else { return false }
        line.open(link: number)
        links.append((number, [], true, true))
        return true
    }

    private mutating func closeLink(_ node: PageNode) {
        guard let last = links.last else { return }
        var text = PageSpace.collapsed(last.text)
        if last.isBare {
            // What shows nothing may still say something.
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

    /// A link that is no element around something: a frame, an area of a picture.
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
