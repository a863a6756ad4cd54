/// An argument that is known by its place.
package struct ArgumentDefinition: Sendable, Hashable {
    /// How often it stands.
    package enum Presence: Sendable, Hashable {
        /// Once.
        case required
        /// Once, or not at all.
        case optional
        /// Any number, none included. Only as the last argument.
        case repeated
        /// One at least. Only as the last argument.
        case repeatedAtLeastOnce
    }

    /// What a command's function asks for.
    package let name: String
    /// What its text is.
    package let kind: ValueKind
    /// How often it stands.
    package let presence: Presence
    /// What it is, for help: a phrase without a full stop.
    package let summary: String

    /// An argument.
    package init(_ name: String, _ kind: ValueKind, _ presence: Presence, _ summary: String) {
        self.name = name
        self.kind = kind
        self.presence = presence
        self.summary = summary
    }

    /// An argument that must stand.
    package init(_ name: String, _ kind: ValueKind, _ summary: String) {
        self.init(name, kind, .required, summary)
    }

    /// Whether any number of words may belong to it.
    var isRepeated: Bool { presence == .repeated || presence == .repeatedAtLeastOnce }
    /// Whether it may be left out.
    var mayBeMissing: Bool { presence == .optional || presence == .repeated }
}
