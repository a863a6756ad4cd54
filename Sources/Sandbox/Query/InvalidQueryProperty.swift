/// The property that makes a query with an invalid part find nothing. Without it that part is dropped.
enum InvalidQueryProperty {
    static let name = "glide.invalid_query.returns_no_rows"

    /// Whether it stands in the instance's properties and is true.
    static func isSet(in store: RecordStore) throws -> Bool { try InstanceProperty.isTrue(name, in: store) }
}
