/// An ordered list of header fields. Names are case-insensitive and may repeat.
///
/// Fields are never joined or sorted: an instance sends six `Set-Cookie` fields in one response, and joining them would
/// lose cookies.
public struct HeaderFields: Sendable, Hashable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// The headers in order.
    public private(set) var fields: [HeaderField]

    /// Creates headers in the given order.
    public init(_ fields: [HeaderField] = []) { self.fields = fields }

    /// Creates headers in the given order.
    public init(dictionaryLiteral elements: (String, String)...) { fields = elements.map { HeaderField($0.0, $0.1) } }

    /// The index of the first header.
    public var startIndex: Int { 0 }
    /// The index after the last header.
    public var endIndex: Int { fields.count }
    /// The header at an index.
    public subscript(position: Int) -> HeaderField { fields[position] }

    /// The first value of `name`, or nil. Setting replaces all headers of that name at the position of the first;
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

    /// All values of `name`, in order.
    public func values(of name: String) -> [String] {
        fields.compactMap { HeaderFields.same($0.name, name) ? $0.value : nil }
    }

    /// Appends a header, keeping earlier ones of the same name.
    public mutating func append(_ name: String, _ value: String) { fields.append(HeaderField(name, value)) }

    /// Removes all headers of that name.
    public mutating func remove(_ name: String) { fields.removeAll { HeaderFields.same($0.name, name) } }

    /// Compares header names, ignoring ASCII case (RFC 9110, 5.1).
    public static func same(_ left: String, _ right: String) -> Bool {
        let left = left.utf8, right = right.utf8
        return left.count == right.count && zip(left, right).allSatisfy { lowercased($0) == lowercased($1) }
    }

    fileprivate static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }
}

/// A header: its name as written, and its value.
public struct HeaderField: Sendable, Hashable {
    /// The name in its original case.
    public var name: String
    /// The value without surrounding white space. Bytes that are not UTF-8 are read as ISO 8859-1 (RFC 9110, 5.5).
    public var value: String

    /// Creates a header.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether a server or a framework behind it may take the request's method or path from this field.
    package var overridesRequest: Bool { HeaderField.overridesRequest(name) }

    /// The same for a name, also one of a query's field. Gateways pass a name with `_` or `.` on as one with `-`.
    package static func overridesRequest(_ name: String) -> Bool {
        let name = name.utf8.map { byte in
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") ? UInt8(ascii: "-") : HeaderFields.lowercased(byte)
        }
        return overrides.contains(String(decoding: name, as: UTF8.self))
    }

    private static let overrides: Set<String> = [
        "x-http-method-override", "x-http-method", "x-method-override", "x-method", "http-method-override",
        "method-override", "-method", "x-original-url", "x-original-uri", "x-rewrite-url",
    ]

    /// Creates a header from bytes as received. White space around the value is dropped; bytes that are not UTF-8 are
    /// read as ISO 8859-1 (RFC 9110, 5.5).
    public init(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        var start = value.startIndex
        var end = value.endIndex
        while start < end, HeaderField.isSpace(value[start]) { start += 1 }
        while end > start, HeaderField.isSpace(value[end - 1]) { end -= 1 }
        self.init(HeaderField.text(name), HeaderField.text(UnsafeBufferPointer(rebasing: value[start..<end])))
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }
}

/// Percent-encoding in URLs and form bodies (RFC 3986, 2.1; the URL Standard for forms).
public enum PercentCoding {
    /// Encodes everything but unreserved characters, for path segments and for names and values in queries.
    public static func encode(_ text: some StringProtocol) -> String {
        let isPlain =
            text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isUnreserved) }
            ?? text.utf8.allSatisfy(isUnreserved)
        guard !isPlain else { return String(text) }
        return String(decoding: text.utf8.flatMap { isUnreserved($0) ? [$0] : escape($0) }, as: UTF8.self)
    }

    /// The bytes of `%XX`.
    package static func escape(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
    }

    /// Fields in a query: `name=value`, separated by `&`.
    package static func query(_ fields: [(name: String, value: String)]) -> String {
        fields.map { encode($0.name) + "=" + encode($0.value) }.joined(separator: "&")
    }

    /// Fields in a body or query as browsers send those of a form (URL, 5.2).
    package static func form(_ fields: [(name: String, value: String)]) -> String {
        func written(_ text: String) -> [UInt8] {
            text.utf8.flatMap { byte in
                if byte == UInt8(ascii: " ") { return [UInt8(ascii: "+")] }
                let isPlain = byte == UInt8(ascii: "*") || isUnreserved(byte) && byte != UInt8(ascii: "~")
                return isPlain ? [byte] : escape(byte)
            }
        }
        let pairs = fields.map { written($0.name) + [UInt8(ascii: "=")] + written($0.value) }
        return String(decoding: Array(pairs.joined(separator: [UInt8(ascii: "&")])), as: UTF8.self)
    }

    /// Decodes `%XX`. Invalid escapes are kept; bytes that are not UTF-8 become U+FFFD.
    public static func decode(_ text: some StringProtocol) -> String { decode(text, plusIsSpace: false) }

    /// Decodes `%XX`, and `+` as a space, as in queries and form bodies.
    public static func decodeForm(_ text: some StringProtocol) -> String { decode(text, plusIsSpace: true) }

    /// The fields of a query or form body in order, decoded. A field without `=` has an empty value.
    package static func fields(
        of text: String, separatedBy isSeparator: (UInt8) -> Bool = { $0 == UInt8(ascii: "&") }
    ) -> [(name: String, value: String)] {
        text.utf8.split(whereSeparator: isSeparator).map { field in
            let name = field.prefix { $0 != UInt8(ascii: "=") }
            return (decodeForm(Substring(name)), decodeForm(Substring(field[name.endIndex...].dropFirst())))
        }
    }

    private static func decode(_ text: some StringProtocol, plusIsSpace: Bool) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return String(text) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = value(of: bytes[index + 1]),
                let low = value(of: bytes[index + 2])
            {
                out.append(high << 4 | low)
                index += 3
                continue
            }
            out.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            index += 1
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
