import Notation

/// A part of a page that is being laid out: what it holds and how much of that is done.
struct Frame {
    /// What it holds.
    enum Content {
        case blocks([Block])
        case items([[Block]], start: Int?)
        case definitions([Block.Definition])
        /// A table of which each row is a block of its own.
        case records(RecordRows)
    }

    let content: Content
    /// What comes next in it.
    var next = 0
    /// Whether nothing stands between its parts.
    var isTight = false
    /// Whether a level ends with it.
    var hasLevel = false
    /// Whether a line closes it.
    var isBoxed = false

    init(_ content: Content, isTight: Bool = false) {
        self.content = content
        self.isTight = isTight
    }
}
