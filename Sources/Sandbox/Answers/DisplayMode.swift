/// How values are written: `sysparm_display_value` and `sysparm_exclude_reference_link`.
struct DisplayMode: Sendable, Hashable {
    enum Form: Sendable { case value, display, both }

    var form: Form = .value
    /// Whether references carry the address of what they refer to.
    var links = true

    init(_ parameters: Parameters) {
        switch parameters["sysparm_display_value"] {
        case "true": form = .display
        case "all": form = .both
        default: form = .value
        }
        links = parameters["sysparm_exclude_reference_link"] != "true"
    }
}
