/// How the cells of a line are shared among the columns of a page's table.
enum TableWidths {
    /// What a column, or several together, would like, and what it can do with.
    struct Demand {
        let columns: Range<Int>
        /// Its longest word.
        let least: Int
        /// Its longest line.
        let wanted: Int
    }

    static let gap = 2
    /// No word may ask for more than this at others' cost; a longer one is broken.
    private static let longestWord = 16

    /// The width of each column; nil when there is no room for them beside each other. Short columns get what they
    /// want, long ones share what is left evenly, and none gets less than its longest word.
    static func shared(_ demands: [Demand], columns: Int, width: Int) -> [Int]? {
        if columns == 0 { return [] }
        var least = [Int](repeating: 2, count: columns), wanted = least
        for demand in demands where demand.columns.count == 1 {
            let column = demand.columns.lowerBound
            least[column] = max(least[column], demand.least)
            wanted[column] = max(wanted[column], demand.wanted)
        }
        let wide = demands.filter { $0.columns.count > 1 }.sorted { $0.columns.count < $1.columns.count }
        for demand in wide {
            let gaps = gap * (demand.columns.count - 1)
            raise(&least, demand.columns, to: demand.least - gaps)
            raise(&wanted, demand.columns, to: demand.wanted - gaps)
        }
        let room = width - gap * (columns - 1)
        let most = max(longestWord, room / 3)
        least = zip(least, wanted).map { min($0, $1, most) }
        if wanted.reduce(0, +) <= room { return wanted }
        guard least.reduce(0, +) <= room else { return nil }
        return levelled(least, wanted, room)
    }

    /// Adds to some columns what they lack together, evenly.
    private static func raise(_ widths: inout [Int], _ columns: Range<Int>, to total: Int) {
        var lack = total - widths[columns].reduce(0, +)
        guard lack > 0 else { return }
        for (passed, column) in columns.enumerated() {
            let share = lack / (columns.count - passed)
            widths[column] += share
            lack -= share
        }
    }

    /// Every column up to the same level, but none beyond its wish or below its least.
    private static func levelled(_ least: [Int], _ wanted: [Int], _ room: Int) -> [Int] {
        func widths(_ level: Int) -> [Int] { zip(least, wanted).map { max($0, min($1, level)) } }
        var low = 0, high = room
        while low < high {
            let middle = (low + high + 1) / 2
            if widths(middle).reduce(0, +) <= room { low = middle } else { high = middle - 1 }
        }
        var shared = widths(low)
        var left = room - shared.reduce(0, +)
        for column in shared.indices
        where left > 0 && shared[column] < wanted[column] && shared[column] >= least[column] {
            shared[column] += 1
            left -= 1
        }
        return shared
    }
}
