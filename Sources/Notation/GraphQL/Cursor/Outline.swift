extension GraphQL {
    /// What can be told of a document that is half-written or broken: its operations with their variables, its
    /// fragments, and its braces and brackets with the names in them. Any text has one; reading it takes time in
    /// proportion to its length.
    package struct Outline: Sendable {
        /// A variable that an operation declares.
        package struct Variable: Sendable, Hashable {
            /// Without the `$`.
            package var name: String
            /// As it is written, without white space: `[String!]`; empty while it is missing.
            package var type = ""
            /// The default, when it is a string.
            package var defaultText: String?
            /// Whether it has a default of any kind.
            package var hasDefault = false

            /// A variable; without a default unless told.
            package init(name: String, type: String = "", defaultText: String? = nil, hasDefault: Bool = false) {
                self.name = name
                self.type = type
                self.defaultText = defaultText
                self.hasDefault = hasDefault || defaultText != nil
            }
        }

        /// The head of an operation.
        package struct Operation: Sendable, Hashable {
            /// What it does.
            package var kind: OperationKind
            /// Nil when it has none.
            package var name: String?
            /// What it declares.
            package var variables: [Variable] = []

            /// An operation; without a name and variables unless told.
            package init(kind: OperationKind, name: String? = nil, variables: [Variable] = []) {
                self.kind = kind
                self.name = name
                self.variables = variables
            }
        }

        /// The head of a fragment.
        package struct Fragment: Sendable, Hashable {
            /// How spreads name it.
            package var name: String
            /// The type it is for; empty while it is missing.
            package var type = ""

            /// A fragment; without its type unless told.
            package init(name: String, type: String = "") {
                self.name = name
                self.type = type
            }
        }

        /// The operations, in their order.
        package internal(set) var operations: [Operation] = []
        /// The fragments, in their order, those behind the cursor included.
        package internal(set) var fragments: [Fragment] = []

        var frames: [Frame] = [Frame(.document)]
        var fields: [FieldHead] = []
        /// Where each variable is used: as the value of which name of which frame.
        var usages: [Usage] = []
        /// Where each fragment is spread, by frame.
        var spreads: [(fragment: String, frame: Int)] = []

        /// Reads a document, whatever state it is in.
        package init(_ text: String) {
            var reader = OutlineReader(Array(text.utf8))
            reader.run()
            self = reader.outline
        }

        init() {}

        /// The argument that a variable is the value of, where it is used first.
        package func use(of variable: String) -> (path: Path, value: ValuePlace)? {
            guard let usage = usages.first(where: { $0.variable == variable }) else { return nil }
            return valuePlace(usage.name, in: usage.frame).map { (path(of: usage.frame), $0) }
        }

        /// The selection set that a fragment is spread in first.
        package func use(ofFragment name: String) -> Path? {
            spreads.first { $0.fragment == name }.map { path(of: $0.frame) }
        }

        /// The variables that are used, each once, in the order of their first use.
        package var usedVariables: [String] {
            var seen: Set<String> = []
            return usages.map(\.variable).filter { seen.insert($0).inserted }
        }
    }
}

extension GraphQL.Outline {
    /// What stands between a brace or bracket and its partner.
    struct Frame: Sendable {
        enum Kind: Sendable, Hashable {
            case document, variables, selections, arguments, object, list
        }

        /// What a selection set belongs to, or what a list of arguments is given to.
        enum Owner: Sendable, Hashable {
            case none
            case operation(Int)
            case fragment(Int)
            case field(Int)
            case inline(String)
            case directive(String)
            /// The value of this argument, or of this field of an object.
            case value(String)
        }

        var kind: Kind
        var owner: Owner
        var parent: Int
        /// The fields that are selected or the arguments that are given, with the tokens they stand at.
        var names: [(text: String, token: Int)] = []

        init(_ kind: Kind, of owner: Owner = .none, in parent: Int = 0) {
            self.kind = kind
            self.owner = owner
            self.parent = parent
        }
    }

    /// A field with the arguments that are plain.
    struct FieldHead: Sendable {
        var name: String
        var given: [String: Given] = [:]
    }

    struct Usage: Sendable {
        var variable: String
        var name: String
        var frame: Int
    }

    /// What an argument was given, as far as completion cares.
    package enum Given: Sendable, Hashable {
        /// Text in quotes.
        case text(String)
        /// A variable, without its `$`.
        case variable(String)
    }
}
