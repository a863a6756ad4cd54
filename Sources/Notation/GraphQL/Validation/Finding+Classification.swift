extension GraphQL.Finding {
    /// The word by which graphql-java, which runs on an instance, classifies it (its `ValidationErrorType`); nil for what
    /// it reports when it runs the document, not when it validates it.
    package var classification: String? {
        switch kind {
        case .duplicateOperation: "DuplicateOperationName"
        case .anonymousWithOthers, .followsAnonymous: "LoneAnonymousOperationViolation"
        case .subscriptionFields: "SubscriptionMultipleRootFields"
        case .subscriptionIntrospection: "SubscriptionIntrospectionRootField"
        case .unknownField: "FieldUndefined"
        case .missingSelections: "SubselectionRequired"
        case .needlessSelections: "SubselectionNotAllowed"
        case .conflict: "FieldsConflict"
        case .unknownArgument: "UnknownArgument"
        case .duplicateArgument: "DuplicateArgumentNames"
        case .missingArgument(_, _, .field): "MissingFieldArgument"
        case .missingArgument(_, _, .directive): "MissingDirectiveArgument"
        case .nullArgument: "NullValueForNonNullArgument"
        case .wrongValue(_, _, _, .duplicateField, _): "UniqueObjectFieldName"
        case .wrongValue: "WrongType"
        case .duplicateFragment: "DuplicateFragmentName"
        case .unknownType: "UnknownType"
        case .fragmentOnLeaf(nil, _): "InlineFragmentTypeConditionInvalid"
        case .fragmentOnLeaf: "FragmentTypeConditionInvalid"
        case .unusedFragment: "UnusedFragment"
        case .unknownFragment: "UndefinedFragment"
        case .fragmentCycle: "FragmentCycle"
        case .impossibleSpread: "InvalidFragmentType"
        case .unknownDirective: "UnknownDirective"
        case .misplacedDirective: "MisplacedDirective"
        case .duplicateDirective: "DuplicateDirectiveName"
        case .duplicateVariable: "DuplicateVariableName"
        case .outputVariable: "NonInputTypeOnVariable"
        case .wrongDefault: "BadValueForDefaultArg"
        case .unknownVariable: "UndefinedVariable"
        case .unusedVariable: "UnusedVariable"
        case .variableMismatch: "VariableTypeMismatch"
        case .tooMany, .tooCostly: "MaxValidationErrorsReached"
        case .unsupportedOperation, .unknownOperation, .unchosenOperation, .missingVariable, .wrongVariable: nil
        }
    }
}
