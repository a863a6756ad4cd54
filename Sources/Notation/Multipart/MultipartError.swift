/// Why a body is no form.
package struct MultipartError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A clause without a full stop, in lower case.
    package let description: String

    init(_ description: String) { self.description = description }
}
