/// Header lines in the order they travelled, repeats kept, names compared without regard to letter case.
///
/// An instance sends six `Set-Cookie` lines in one answer; joining or sorting them loses cookies, so nothing here does.
public struct HeaderFields: Sendable, Hashable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// The lines, in order.
    public private(set) var fields: [HeaderField]

    /// Lines in that order.
    public init(_ fields: [HeaderField] = []) {
        self.fields = fields
    }

    /// Lines in the order they are written.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { HeaderField($0.0, $0.1) }
    }

    /// The place of the first line.
    public var startIndex: Int { 0 }
    /// The place past the last line.
    public var endIndex: Int { fields.count }
    /// The line at that place.
    public subscript(position: Int) -> HeaderField { fields[position] }

    /// The first value under `name`, or nil. Setting replaces every line of that name, in the place of the first;
    /// setting nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { HeaderFields.same($0.name, name) }?.value }
        set {
            guard let newValue else { return remove(name) }
            guard let first = fields.firstIndex(where: { HeaderFields.same($0.name, name) }) else {
                return append(name, newValue)
            }
            fields[first].value = newValue
            let kept = fields.indices.filter { $0 <= first || !HeaderFields.same(fields[$0].name, name) }
            fields = kept.map { fields[$0] }
        }
    }

    /// Every value under `name`, in order.
    public func values(of name: String) -> [String] {
        fields.compactMap { HeaderFields.same($0.name, name) ? $0.value : nil }
    }

    /// Adds a line at the end, keeping earlier lines of the same name.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(HeaderField(name, value))
    }

    /// Removes every line of that name.
    public mutating func remove(_ name: String) {
        fields.removeAll { HeaderFields.same($0.name, name) }
    }

    /// Whether two header names are the same name: ASCII letter case does not count (RFC 9110, 5.1).
    public static func same(_ left: String, _ right: String) -> Bool {
        let left = left.utf8, right = right.utf8
        return left.count == right.count && zip(left, right).allSatisfy { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (65...90).contains(byte) ? byte | 0x20 : byte
    }
}
