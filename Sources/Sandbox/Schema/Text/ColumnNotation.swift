/// A column in one text: its name, then what differs from a plain text column, in this order.
///
/// `description(4000)` is a length, `active:boolean` a type, `caller_id>sys_user` a reference, `watch_list>>sys_user` a
/// list, `category>sys_db_object@name` a reference by another column than `sys_id`, `sys_class_name:sys_class_name!` read
/// only, and `state=ready` a default.
struct ColumnNotation {
    private var bytes: ArraySlice<UInt8>
    /// Why there is no column.
    private(set) var reason: String?

    init(_ text: String) { bytes = Array(text.utf8)[...] }

    /// The column; without a label it is called as its name reads.
    mutating func column(label: String) -> ColumnDefinition? {
        let name = text()
        var type = InternalType.string
        var reference: String?
        var key: String?
        var length: Int?
        if take("(") {
            length = Int(text())
            guard length != nil, take(")") else { return fail("\(name) has no length") }
        }
        if take(":") {
            let word = text()
            guard let known = InternalType(rawValue: word) else { return fail("\(name) has no type '\(word)'") }
            type = known
        }
        if take(">") {
            if take(">") { type = .list } else if type == .string { type = .reference }
            reference = text()
            if take("@") { key = text() }
        }
        let isReadOnly = take("!")
        let defaultValue = take("=") ? String(decoding: bytes, as: UTF8.self) : nil
        guard !name.isEmpty, defaultValue != nil || bytes.isEmpty else {
            return fail("nothing is known of '\(String(decoding: bytes, as: UTF8.self))'")
        }
        return ColumnDefinition(
            name, type, label: label.isEmpty ? nil : label, to: reference, key: key, length: length,
            readOnly: isReadOnly, default: defaultValue)
    }

    private mutating func fail(_ reason: String) -> ColumnDefinition? {
        self.reason = reason
        return nil
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard bytes.first == UInt8(ascii: sign) else { return false }
        bytes.removeFirst()
        return true
    }

    /// Letters, digits and underscores.
    private mutating func text() -> String {
        let end = bytes.firstIndex { byte in
            !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && byte != UInt8(ascii: "_")
        }
        let word = bytes[..<(end ?? bytes.endIndex)]
        bytes = bytes[(end ?? bytes.endIndex)...]
        return String(decoding: word, as: UTF8.self)
    }
}
