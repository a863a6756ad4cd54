/// One header line: a name as it was written and its value.
public struct HeaderField: Sendable, Hashable {
    /// The name with the letter case it came in.
    public var name: String
    /// The value without the surrounding white space. Bytes that are not UTF-8 are read as ISO 8859-1 (RFC 9110, 5.5).
    public var value: String

    /// A line.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension HeaderField {
    /// A header line from the bytes of its name and value as they travelled. White space around the value is dropped;
    /// bytes that are not UTF-8 are read as ISO 8859-1 (RFC 9110, 5.5).
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
