extension GraphQL.Document {
    /// The document in the standard layout: two blanks for each level, one field a line, arguments on one line while it has
    /// at most 80 characters, otherwise one a line. No line feed at its end. What was read reads back as an equal value.
    package var text: String {
        var pieces = GraphQL.PieceList()
        pieces.document(self)
        return GraphQL.Layout.text(of: pieces.pieces)
    }
}

extension GraphQL.Definition {
    /// The definition in the standard layout.
    package var text: String {
        var pieces = GraphQL.PieceList()
        pieces.definition(self)
        return GraphQL.Layout.text(of: pieces.pieces)
    }
}

extension GraphQL.Selection {
    /// The selection in the standard layout.
    package var text: String {
        var pieces = GraphQL.PieceList()
        pieces.selection(self)
        return GraphQL.Layout.text(of: pieces.pieces)
    }
}

extension GraphQL.Value {
    /// The value as it is written in a document; a string without a line feed in it, whatever it holds.
    package var text: String {
        var pieces = GraphQL.PieceList()
        pieces.value(self)
        return GraphQL.Layout.text(of: pieces.pieces)
    }
}
