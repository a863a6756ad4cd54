/// How values are written: `sysparm_display_value` and `sysparm_exclude_reference_link`.
struct DisplayMode: Sendable, Hashable {
    enum Form: Sendable { case value, display, both }

    var form: Form = .value
    /// Whether references carry the address of what they refer to.
    var links = true

    init(_ parameters: Parameters) {
        if parameters.isTrue("sysparm_display_value") {
            form = .display
        } else if parameters["sysparm_display_value"] == "all" {
            form = .both
        }
        links = !parameters.isTrue("sysparm_exclude_reference_link")
    }
}
