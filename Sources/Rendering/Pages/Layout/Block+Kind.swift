import Notation

extension Block {
    var isHeading: Bool {
        if case .heading = self { return true }
        return false
    }

    var isList: Bool {
        if case .list = self { return true }
        return false
    }

    /// The inline parts of a paragraph; nil of every other block.
    var paragraph: [Inline]? {
        if case .paragraph(let inlines) = self { return inlines }
        return nil
    }
}

extension [Block] {
    /// Whether they say one thing, with lists under it at most, so that nothing need stand between it and the next.
    var isOneThing: Bool {
        guard count(where: { !$0.isList }) <= 1 else { return false }
        return allSatisfy { $0.isList || $0.paragraph != nil || $0.isHeading }
    }
}
