/// Whether a user may ask which types there are. Off unless somebody turns it on, as on an instance: the property
/// `glide.graphql.introspection_enabled` allows it to those with the role `graphql_schema_admin`, and
/// `glide.graphql.glide_record_schema.introspection_enabled` puts the types of tables among the types.
struct IntrospectionSwitch {
    static let property = "glide.graphql.introspection_enabled"
    static let recordProperty = "glide.graphql.glide_record_schema.introspection_enabled"
    /// The role that is needed besides; administrators have every role.
    static let role = "graphql_schema_admin"

    /// Whether it may be asked at all.
    let isOn: Bool
    /// Whether the answer has the types of tables.
    let showsRecords: Bool

    /// Reads the properties as they are now.
    init(_ call: Call) throws {
        isOn =
            try (call.account.isAdmin || call.account.roles.contains(IntrospectionSwitch.role))
            && InstanceProperty.isTrue(IntrospectionSwitch.property, in: call.store)
        showsRecords = try InstanceProperty.isTrue(IntrospectionSwitch.recordProperty, in: call.store)
    }
}
