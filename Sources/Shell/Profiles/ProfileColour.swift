import LineEditing

/// What a profile's prompt is painted in.
package enum ProfileColour: String, Sendable, Hashable, CaseIterable {
    /// Each is what its name says; `none` is no paint at all.
    case red, yellow, green, blue, magenta, cyan, none

    /// The paint of the prompt; nil for none.
    var paint: Prompt.Colour? {
        switch self {
        case .red: .red
        case .yellow: .yellow
        case .green: .green
        case .blue: .blue
        case .magenta: .magenta
        case .cyan: .cyan
        case .none: nil
        }
    }
}
