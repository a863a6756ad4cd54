/// One line of a `params` block: `caller = abel.tuter   # reference(sys_user.user_name): who reports it`.
package struct RecipeParameter: Sendable, Hashable {
    /// What sort of value it takes.
    package enum Kind: Sendable, Hashable {
        /// Any text; meant when no type is written.
        case string
        /// A whole number.
        case int
        /// `true` or `false`.
        case bool
        /// `2025-03-03`, or that and a time, `2025-03-03 08:00:00`; UTC.
        case date
        /// 32 hexadecimal digits.
        case sysID
        /// A record named by this column, `reference(sys_user.user_name)`; expands to its sys_id.
        case reference(table: String, column: String)
        /// One of the choices of a column, by value or label; expands to the value.
        case choice(table: String, column: String)
        /// An encoded query.
        case query
        /// A file below the recipe's folder; expands to its path.
        case file
        /// Text that is neither echoed, nor stored, nor put on a tape.
        case secret
    }

    /// The variable.
    package var name: String
    /// What it takes.
    package var kind: Kind
    /// The value when none is given; nil when one has to be.
    package var fallback: String?
    /// What it is for, a phrase; empty when nothing is said.
    package var description: String
    /// The line it stands on.
    package var line: Int

    /// A parameter.
    package init(_ name: String, _ kind: Kind, fallback: String? = nil, description: String = "", line: Int) {
        self.name = name
        self.kind = kind
        self.fallback = fallback
        self.description = description
        self.line = line
    }
}
