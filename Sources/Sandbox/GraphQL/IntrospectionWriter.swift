import Notation

/// Writes a type system, type by type as it is asked for (specification section 4.2). Nothing here is deprecated.
struct IntrospectionWriter {
    private let schema: IntrospectedSchema

    init(_ schema: IntrospectedSchema) { self.schema = schema }

    func writeSchema(_ fields: [IntrospectionField], into out: inout JSONText) {
        object(fields, "__Schema", into: &out) { field, out in
            switch field.name {
            case "types":
                list(schema.typeNames, into: &out) { name, out in writeType(named: name, field.below, into: &out) }
            case "queryType": writeType(named: schema.whole.queryType, field.below, into: &out)
            case "mutationType": writeType(named: schema.whole.mutationType, field.below, into: &out)
            case "subscriptionType": writeType(named: schema.whole.subscriptionType, field.below, into: &out)
            case "directives":
                list(schema.whole.directives, into: &out) { directive, out in
                    writeDirective(directive, field.below, into: &out)
                }
            default: out.raw("null")
            }
        }
    }

    private func writeType(named name: String?, _ fields: [IntrospectionField], into out: inout JSONText) {
        guard let type = name.flatMap({ schema.type($0) }) else { return out.raw("null") }
        writeType(type, fields, into: &out)
    }

    func writeType(_ type: GraphQL.TypeDefinition, _ fields: [IntrospectionField], into out: inout JSONText) {
        object(fields, "__Type", into: &out) { field, out in
            switch field.name {
            case "kind": out.string(type.kind.rawValue)
            case "name": out.string(type.name)
            case "description": text(type.description, into: &out)
            case "fields" where type.kind == .object:
                list(schema.fields(of: type), into: &out) { found, out in writeField(found, field.below, into: &out) }
            case "interfaces" where type.kind == .object: out.raw("[]")
            case "enumValues" where type.kind == .enumeration:
                list(type.enumValues, into: &out) { value, out in writeValue(value, field.below, into: &out) }
            case "inputFields" where type.kind == .inputObject:
                list(type.inputFields, into: &out) { input, out in writeInput(input, field.below, into: &out) }
            default: out.raw("null")
            }
        }
    }

    /// A type where it is used: a list, one that takes no null, or one by its name.
    private func writeType(
        _ reference: GraphQL.TypeReference, _ fields: [IntrospectionField], into out: inout JSONText
    ) {
        let (kind, inner): (String, GraphQL.TypeReference)
        switch reference {
        case .named(let name): return writeType(named: name.text, fields, into: &out)
        case .list(let element): (kind, inner) = ("LIST", element)
        case .nonNull(let element): (kind, inner) = ("NON_NULL", element)
        }
        object(fields, "__Type", into: &out) { field, out in
            switch field.name {
            case "kind": out.string(kind)
            case "ofType": writeType(inner, field.below, into: &out)
            default: out.raw("null")
            }
        }
    }

    private func writeField(
        _ definition: GraphQL.FieldDefinition, _ fields: [IntrospectionField], into out: inout JSONText
    ) {
        object(fields, "__Field", into: &out) { field, out in
            switch field.name {
            case "name": out.string(definition.name)
            case "description": text(definition.description, into: &out)
            case "args":
                list(definition.arguments, into: &out) { input, out in writeInput(input, field.below, into: &out) }
            case "type": writeType(definition.type, field.below, into: &out)
            case "isDeprecated": out.raw("false")
            default: out.raw("null")
            }
        }
    }

    private func writeInput(
        _ input: GraphQL.InputDefinition, _ fields: [IntrospectionField], into out: inout JSONText
    ) {
        object(fields, "__InputValue", into: &out) { field, out in
            switch field.name {
            case "name": out.string(input.name)
            case "description": text(input.description, into: &out)
            case "type": writeType(input.type, field.below, into: &out)
            case "defaultValue": text(input.defaultValue?.text, into: &out)
            case "isDeprecated": out.raw("false")
            default: out.raw("null")
            }
        }
    }

    private func writeValue(
        _ value: GraphQL.EnumValueDefinition, _ fields: [IntrospectionField], into out: inout JSONText
    ) {
        object(fields, "__EnumValue", into: &out) { field, out in
            switch field.name {
            case "name": out.string(value.name)
            case "description": text(value.description, into: &out)
            case "isDeprecated": out.raw("false")
            default: out.raw("null")
            }
        }
    }

    private func writeDirective(
        _ directive: GraphQL.DirectiveDefinition, _ fields: [IntrospectionField], into out: inout JSONText
    ) {
        object(fields, "__Directive", into: &out) { field, out in
            switch field.name {
            case "name": out.string(directive.name)
            case "description": text(directive.description, into: &out)
            case "isRepeatable": out.raw("false")
            case "locations": list(directive.locations, into: &out) { location, out in out.string(location.rawValue) }
            case "args":
                list(directive.arguments, into: &out) { input, out in writeInput(input, field.below, into: &out) }
            default: out.raw("null")
            }
        }
    }

    private func object(
        _ fields: [IntrospectionField], _ type: String, into out: inout JSONText,
        _ write: (IntrospectionField, inout JSONText) -> Void
    ) {
        out.raw("{")
        for (offset, field) in fields.enumerated() {
            if offset > 0 { out.raw(",") }
            out.raw(field.key)
            if field.name == "__typename" { out.string(type) } else { write(field, &out) }
        }
        out.raw("}")
    }

    private func list<Element>(
        _ elements: [Element], into out: inout JSONText, _ write: (Element, inout JSONText) -> Void
    ) {
        out.raw("[")
        for (offset, element) in elements.enumerated() {
            if offset > 0 { out.raw(",") }
            write(element, &out)
        }
        out.raw("]")
    }

    private func text(_ text: String?, into out: inout JSONText) {
        if let text { out.string(text) } else { out.raw("null") }
    }
}
