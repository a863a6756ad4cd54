extension GraphQL {
    /// Something that is wrong with a document, or with what is sent beside it. It has no sentence: the shell and the
    /// sandbox phrase it each in its own way.
    package struct Finding: Sendable, Hashable {
        /// What is wrong.
        package var kind: Kind
        /// Where it stands; the beginning when it stands nowhere in the document.
        package var place: Place
        /// The names of the fields on the way there, a fragment's name before them when it is inside one.
        package var path: [String]
        /// Other places that are meant: the argument of a wrong value, the first of two fields or definitions.
        package var related: [Place]

        /// A finding; at no place unless told.
        package init(_ kind: Kind, at place: Place = Place(), path: [String] = [], related: [Place] = []) {
            self.kind = kind
            self.place = place
            self.path = path
            self.related = related
        }

        /// Whom an argument belongs to.
        package enum Owner: Sendable, Hashable {
            /// A field of a type.
            case field(String, type: String)
            /// A directive, without the `@`.
            case directive(String)
        }

        /// What stands between two fields of one response name.
        package enum Conflict: Sendable, Hashable {
            /// They are these two fields.
            case fields(String, String)
            /// They have other arguments.
            case arguments
        }

        /// What is wrong. The numbers are sections of the specification.
        package enum Kind: Sendable, Hashable {
            // MARK: Operations, 5.2 and 6.1
            /// Another operation has this name.
            case duplicateOperation(String)
            /// An operation without a name is not alone.
            case anonymousWithOthers
            /// This operation stands behind one without a name.
            case followsAnonymous(String)
            /// The schema begins no operation of this kind.
            case unsupportedOperation(OperationKind)
            /// A subscription asks for more than one field; the operation's name, empty without one.
            case subscriptionFields(String)
            /// A subscription asks for an introspection field.
            case subscriptionIntrospection(String, field: String)
            /// The operation that is to run is not in the document.
            case unknownOperation(String)
            /// There are several operations, and none is chosen.
            case unchosenOperation

            // MARK: Fields, 5.3
            /// The type has no such field.
            case unknownField(String, type: String)
            /// The field gives fields, and none is selected.
            case missingSelections(field: String, type: TypeReference)
            /// The field gives a plain value, and fields of it are selected.
            case needlessSelections(field: String, type: TypeReference)
            /// Two fields have one name in the answer and are not the same.
            case conflict(response: String, Conflict)

            // MARK: Arguments, 5.4, and values, 5.6
            /// The field or directive has no such argument.
            case unknownArgument(String, Owner)
            /// The argument is given twice.
            case duplicateArgument(String, Owner)
            /// The argument has to be given.
            case missingArgument(String, TypeReference, Owner)
            /// The argument takes no null.
            case nullArgument(String, TypeReference, Owner)
            /// The value is not one of the type that is expected. `inside` leads from the argument to it: `pagination.limit`.
            case wrongValue(Value, inside: String, expected: TypeReference, ValueFault, Owner)

            // MARK: Fragments, 5.5
            /// Another fragment has this name.
            case duplicateFragment(String)
            /// There is no such type.
            case unknownType(String)
            /// The fragment is for a type without fields; its name is nil where it has none.
            case fragmentOnLeaf(String?, type: String)
            /// The fragment is used nowhere.
            case unusedFragment(String)
            /// There is no such fragment.
            case unknownFragment(String)
            /// The fragments lead back to the first of them.
            case fragmentCycle([String])
            /// What is here is never of the fragment's type; its name is nil where it has none.
            case impossibleSpread(String?, type: String, parent: String)

            // MARK: Directives, 5.7
            /// There is no such directive.
            case unknownDirective(String)
            /// The directive may not stand here.
            case misplacedDirective(String, DirectiveLocation)
            /// The directive stands here twice.
            case duplicateDirective(String, DirectiveLocation)

            // MARK: Variables, 5.8 and 6.1.2
            /// Another variable of the operation has this name.
            case duplicateVariable(String)
            /// A variable cannot be of this type.
            case outputVariable(String, type: TypeReference)
            /// The variable's default is not one of its type.
            case wrongDefault(String, type: TypeReference, ValueFault)
            /// The operation does not declare the variable; its name is empty without one.
            case unknownVariable(String, operation: String)
            /// The operation declares the variable and does not use it; its name is empty without one.
            case unusedVariable(String, operation: String)
            /// The variable stands where another type is expected.
            case variableMismatch(String, type: TypeReference, expected: TypeReference)
            /// The variable has to be given a value.
            case missingVariable(String, type: TypeReference)
            /// The variable is given a value that is not one of its type. `inside` leads from the variable to it.
            case wrongVariable(String, type: TypeReference, inside: String, ValueFault)

            // MARK: Limits
            /// There is more wrong than is listed.
            case tooMany(Int)
            /// Fragments are used so often inside each other that not everything was looked at.
            case tooCostly
        }
    }
}
