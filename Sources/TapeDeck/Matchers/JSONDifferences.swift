import Notation

/// Where two JSON values differ, by path: `body.assigned_to.value`, `body[2]`.
struct JSONDifferences {
    private(set) var differences: [Mismatch.Difference] = []
    private var same = 0

    /// More differences than this are counted, not listed: nobody reads them.
    private static let mostListed = 50

    /// How many leaves are equal, as a share of all.
    var likeness: Double { Double(same) / Double(max(same + differences.count, 1)) }

    init(asked: JSON, recorded: JSON, at path: String) {
        compare(asked, recorded, path)
    }

    private mutating func compare(_ asked: JSON, _ recorded: JSON, _ path: String) {
        switch (asked, recorded) {
        case (.object(let left), .object(let right)):
            // By bytes: to a `String` two spellings of a letter are one.
            let byName = Dictionary(right.map { (Array($0.name.utf8), $0.value) }) { first, _ in first }
            var seen: Set<[UInt8]> = []
            for member in left where seen.insert(Array(member.name.utf8)).inserted {
                let place = path + "." + member.name
                if let other = byName[Array(member.name.utf8)] {
                    compare(member.value, other, place)
                } else {
                    add(place, nil, member.value)
                }
            }
            for member in right where seen.insert(Array(member.name.utf8)).inserted {
                add(path + "." + member.name, member.value, nil)
            }
        case (.array(let left), .array(let right)):
            for place in 0..<max(left.count, right.count) {
                let path = path + "[\(place)]"
                if place >= left.count {
                    add(path, right[place], nil)
                } else if place >= right.count {
                    add(path, nil, left[place])
                } else {
                    compare(left[place], right[place], path)
                }
            }
        default:
            if asked.compactBytes == recorded.compactBytes { same += 1 } else { add(path, recorded, asked) }
        }
    }

    private mutating func add(_ path: String, _ recorded: JSON?, _ asked: JSON?) {
        guard differences.count < Self.mostListed else { return }
        differences.append(.init(path, recorded: recorded?.compact, asked: asked?.compact))
    }
}
