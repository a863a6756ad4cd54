import Notation

/// Picks the names that a few typed letters may mean. Case does not count; only ASCII letters are folded.
enum NameFilter {
    /// The names that begin with what was typed; when none does, those that hold it, or whose label begins with it.
    static func pick<Item>(_ items: [Item], typed: String, _ name: KeyPath<Item, String>, label: KeyPath<Item, String>)
        -> [Item]
    {
        let wanted = typed.utf8.map(ASCII.lowercased)
        guard !wanted.isEmpty else { return items }
        let beginning = items.filter { begins($0[keyPath: name], with: wanted) }
        if !beginning.isEmpty { return beginning }
        return items.filter { holds($0[keyPath: name], wanted) || begins($0[keyPath: label], with: wanted) }
    }

    static func pick(_ items: [Named], typed: String) -> [Named] { pick(items, typed: typed, \.name, label: \.label) }

    private static func begins(_ text: String, with wanted: [UInt8]) -> Bool {
        var place = 0
        for byte in text.utf8 {
            if place == wanted.count { return true }
            guard ASCII.lowercased(byte) == wanted[place] else { return false }
            place += 1
        }
        return place == wanted.count
    }

    private static func holds(_ text: String, _ wanted: [UInt8]) -> Bool {
        let bytes = text.utf8.map(ASCII.lowercased)
        guard bytes.count >= wanted.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
}
