/// Something that is part of an encoded query.
public protocol QueryProviding: Sendable {
    /// Its text in an encoded query; nil when it cannot be written there: a value holds `^`, or a comma in a list, or a
    /// field's name is none.
    var query: String? { get }
}
