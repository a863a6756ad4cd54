extension GraphQL.Document {
    /// Reads a document. The first error ends it.
    package init(_ text: String) throws(GraphQL.SyntaxError) {
        try self.init(bytes: Array(text.utf8))
    }

    /// Reads a document from its UTF-8 bytes.
    package init(bytes: [UInt8]) throws(GraphQL.SyntaxError) {
        do throws(GraphQL.Fault) {
            var parser = try GraphQL.Parser(bytes)
            self = try parser.document()
        } catch {
            throw GraphQL.SyntaxError(error, in: bytes)
        }
    }
}
