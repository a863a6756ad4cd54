public import FoundationEssentials

/// A file for a field of a form.
public struct NowWebFile: Sendable, Hashable {
    /// The field's name or label.
    public let field: String
    /// The file's name.
    public let name: String
    /// Its media type.
    public let contentType: String
    /// What it holds.
    public let data: Data

    /// A file of parts.
    public init(field: String, name: String, contentType: String, data: Data) {
        self.field = field
        self.name = name
        self.contentType = contentType
        self.data = data
    }
}
