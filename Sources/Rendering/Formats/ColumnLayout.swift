/// How the cells of a line are shared among columns.
struct ColumnLayout: Equatable {
    /// The cells of each column that is shown.
    private(set) var widths: [Int]
    /// How many columns at the end have no room; one cell with `…` stands for them.
    private(set) var hidden = 0
    /// What that sign takes, with its gap; a terminal of a few cells has no room for it either.
    private(set) var marker = 0

    /// The blank cells between two columns.
    static let gap = 2
    /// A column is not squeezed below this; if that is not enough, columns at the end are hidden.
    static let least = 8

    /// Shares `total` cells among columns that would like `natural` ones. Short columns keep what they need, long ones
    /// share the rest evenly. Without a total every column has what it would like.
    ///
    /// - Parameter whole: columns whose cells are of no use when cut; they are spared while the others keep enough.
    init(natural: [Int], total: Int?, whole: Set<Int> = []) {
        widths = natural
        guard let total, Self.span(natural) > total else { return }
        while widths.count > 1, Self.span(widths.map { min($0, Self.least) }) + marker > total {
            widths.removeLast()
            hidden += 1
            marker = total > Self.gap + 1 ? Self.gap + 1 : 0
        }
        let budget = total - marker - Self.gap * (widths.count - 1)
        share(max(budget, widths.count), sparing: whole)
    }

    /// Shares `total` cells between the names of a record's fields and their values, which have what the names leave
    /// and at least half.
    init(name: Int, total: Int?) {
        guard let total else {
            widths = [name, 0]
            return
        }
        let names = min(name, max((total - Self.gap) / 2, 1))
        widths = [names, max(total - Self.gap - names, 1)]
    }

    private static func span(_ widths: [Int]) -> Int {
        widths.reduce(0, +) + gap * max(widths.count - 1, 0)
    }

    private mutating func share(_ budget: Int, sparing whole: Set<Int>) {
        var left = budget
        let others = widths.indices.filter { !whole.contains($0) }
        let spared = widths.indices.filter(whole.contains).map { widths[$0] }.reduce(0, +)
        let isSparing = spared + others.map { min(widths[$0], Self.least) }.reduce(0, +) <= budget
        if isSparing { left -= spared }
        let order = (isSparing ? others : Array(widths.indices)).sorted { (widths[$0], $0) < (widths[$1], $1) }
        for (taken, index) in order.enumerated() {
            let fair = left / (order.count - taken)
            widths[index] = min(widths[index], fair)
            left -= widths[index]
        }
    }
}
