/// What a program wrote to a terminal, by how each cell is painted: a letter for every way, and a legend that says what
/// the letters stand for. `.` is a cell that nobody painted.
struct PaintedScreen {
    /// The letters, line by line, without those of the ground alone at the ends.
    private(set) var map = ""
    /// One line for each letter, in the order in which they come: `b 255,255,255 on 48,47,75 bold`.
    private(set) var legend: [String] = []

    private var letters: [String: Character] = [:]
    private var text: String?
    private var ground: String?
    private var marks: Set<Int> = []

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    private static let names = [1: "bold", 2: "faint", 3: "italic", 4: "underlined", 7: "reversed", 9: "struck"]

    init(_ bytes: [UInt8]) {
        let all = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        var lines: [String] = []
        for line in all.split(separator: "\n", omittingEmptySubsequences: false) { lines.append(letters(of: line)) }
        while lines.last == "" { lines.removeLast() }
        map = lines.joined(separator: "\n")
    }

    private mutating func letters(of line: Substring) -> String {
        var found = ""
        var rest = line[...]
        while let next = rest.popFirst() {
            guard next == "\u{1B}" else {
                found.append(letter())
                continue
            }
            rest.removeFirst()
            let order = rest.prefix { !$0.isLetter }
            rest = rest.dropFirst(order.count)
            // A line that is blanked takes the ground, which everything after stands on.
            if rest.popFirst() == "m" { paint(order.split(separator: ";").compactMap { Int($0) }[...]) }
        }
        return found
    }

    private mutating func letter() -> Character {
        let named = marks.sorted().map { PaintedScreen.names[$0] ?? "\($0)" }
        let way = [text, ground.map { "on " + $0 }].compactMap { $0 } + named
        if way.isEmpty { return "." }
        let name = way.joined(separator: " ")
        if let known = letters[name] { return known }
        let letter = PaintedScreen.alphabet[letters.count % PaintedScreen.alphabet.count]
        letters[name] = letter
        legend.append("\(letter) \(name)")
        return letter
    }

    private mutating func paint(_ orders: ArraySlice<Int>) {
        var orders = orders
        if orders.isEmpty { orders = [0] }
        while let order = orders.popFirst() {
            switch order {
            case 0: (text, ground, marks) = (nil, nil, [])
            case 38: text = PaintedScreen.color(&orders)
            case 48: ground = PaintedScreen.color(&orders)
            case 30...37, 90...97: text = "\(order)"
            case 40...47, 100...107: ground = "\(order)"
            default: marks.insert(order)
            }
        }
    }

    private static func color(_ orders: inout ArraySlice<Int>) -> String {
        let count = orders.popFirst() == 2 ? 3 : 1
        defer { orders = orders.dropFirst(count) }
        return orders.prefix(count).map { "\($0)" }.joined(separator: ",")
    }
}
