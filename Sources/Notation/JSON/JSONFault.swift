/// What the parser and the scanner throw: cheap to make, without a line or a column yet.
struct JSONFault: Error {
    let message: StaticString
    /// In bytes from the start of the text.
    let offset: Int
}
