/// Where a command's standard output goes.
package enum Destination: Sendable, Hashable {
    /// The system's shell, which gets the pipeline exactly as it was typed.
    case pipeline(String, span: Range<Int>)
    /// A file, which is replaced (`>`) or added to (`>>`).
    case file(Word, appends: Bool, span: Range<Int>)
}
