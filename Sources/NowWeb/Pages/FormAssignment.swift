/// What somebody wants a field of a form to hold.
package struct FormAssignment: Sendable, Hashable {
    /// What a field is to hold.
    package enum Value: Sendable, Hashable {
        /// A text; of a choice the value or the label of an option, of a check box yes or no.
        case text(String)
        /// A file: its name, its type, its bytes.
        case file(name: String, contentType: String, bytes: [UInt8])
    }

    /// The field's name or its label.
    package var field: String
    /// What it is to hold.
    package var value: Value

    /// An assignment of parts.
    package init(_ field: String, _ value: Value) {
        self.field = field
        self.value = value
    }

    /// Reads `field=value`; what stands before the first `=` is the field. Nil without one, or with nothing before it.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals != bytes.startIndex else { return nil }
        self.init(
            String(Substring(bytes[..<equals])), .text(String(Substring(bytes[bytes.index(after: equals)...]))))
    }
}
