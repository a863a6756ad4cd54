extension GraphQL {
    /// The smallest part of a document that means something, and comments (specification section 2.1.6).
    package struct Token: Sendable, Hashable {
        /// What it is.
        package enum Kind: Sendable, Hashable {
            /// `! $ & ( ) : = @ [ ] { | }`, by its byte.
            case punctuator(UInt8)
            /// `...`
            case spread
            /// A word: a key word too.
            case name
            /// Digits alone, with a `-` in front perhaps.
            case int
            /// A number with a fraction or an exponent.
            case float
            /// `"…"`
            case string
            /// `"""…"""`
            case blockString
            /// `# …` up to the end of the line; it means nothing.
            case comment
        }

        /// What it is.
        package var kind: Kind
        /// In UTF-8 bytes of the text.
        package var range: Range<Int>
    }
}
