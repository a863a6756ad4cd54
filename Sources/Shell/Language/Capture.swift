/// `=> name = .path`: keeps a value of the command's answer in a variable.
package struct Capture: Sendable, Hashable {
    /// The variable.
    package let name: String
    /// Which value; nil keeps the whole output.
    package let path: FieldPath?
    /// All of it, in UTF-8 bytes of the line.
    package let span: Range<Int>

    /// A capture.
    package init(name: String, path: FieldPath?, span: Range<Int>) {
        self.name = name
        self.path = path
        self.span = span
    }
}
