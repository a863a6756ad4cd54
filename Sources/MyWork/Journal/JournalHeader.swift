import ExchangeModel

/// The line above an entry in a journal's display: `2024-05-01 09:30:00 - Abel Tuter (Work notes)`.
struct JournalHeader: Hashable {
    /// As it stands there, in the user's own format.
    let time: String
    let author: String
    let label: String
    /// How many numbers the time consists of.
    let numbers: Int

    /// Reads a line; nil when it is none of that form.
    init?(_ line: ArraySlice<UInt8>) {
        guard line.last == UInt8(ascii: ")"), let open = Self.open(in: line), open > line.startIndex,
            line[open - 1] == Self.space, let dash = Self.dash(in: line[..<open])
        else { return nil }
        let time = line[..<dash]
        let numbers = Self.numbers(in: time)
        // A date alone has three numbers; longer texts are no time.
        guard (3...8).contains(numbers), time.count <= 48 else { return nil }
        // The blank after the dash and the one before the bracket are one and the same when there is no name.
        let author = dash + 3 < open - 1 ? line[(dash + 3)..<(open - 1)] : []
        self.time = String(decoding: time, as: UTF8.self)
        self.author = String(decoding: author, as: UTF8.self)
        label = String(decoding: line[(open + 1)..<(line.endIndex - 1)], as: UTF8.self)
        self.numbers = numbers
        if label.isEmpty { return nil }
    }

    /// The moment without its zone, for comparing; nil in another format than the instance's own.
    var moment: Timestamp? { Timestamp(glideText: time) }

    private static let space = UInt8(ascii: " ")

    /// The bracket that the last one closes: a label may hold brackets.
    private static func open(in line: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        for place in line.indices.reversed() {
            if line[place] == UInt8(ascii: ")") { depth += 1 }
            if line[place] == UInt8(ascii: "(") { depth -= 1 }
            if depth == 0 { return place }
        }
        return nil
    }

    /// The first dash with blanks around it: a date has dashes without.
    private static func dash(in line: ArraySlice<UInt8>) -> Int? {
        var place = line.startIndex
        while place + 3 <= line.endIndex {
            if line[place] == space, line[place + 1] == UInt8(ascii: "-"), line[place + 2] == space { return place }
            place += 1
        }
        return nil
    }

    private static func numbers(in time: ArraySlice<UInt8>) -> Int {
        var count = 0
        var isInNumber = false
        for byte in time {
            let isDigit = byte &- UInt8(ascii: "0") < 10
            if isDigit, !isInNumber { count += 1 }
            isInNumber = isDigit
        }
        return count
    }
}
