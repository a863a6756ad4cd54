import ExchangeModel
import NowData
import Notation

/// What the assignments of a command set, made ready for the instance.
///
/// An instance stores what it is given: a label in the place of a choice, a name in the place of a reference, and passes
/// over a column that it does not have. So columns are checked before anything is sent, labels become values, and names
/// of records become their sys_ids. With `--input display` the instance is asked to do that its own way.
struct AssignedFields {
    struct Field: Sendable {
        let name: String
        /// What is written.
        var value: String
        /// What was typed, which people recognise.
        let typed: String
        let column: ColumnDescription?
        /// What the stored value is called, where that is known.
        var label: String?
    }

    private(set) var fields: [Field] = []
    let readsDisplayValues: Bool
    private let arguments: BoundArguments
    private let notes: NoteBook

    /// Reads files through the deck; asks for the table's columns once, and for the record behind each name.
    init(_ table: String, _ session: isolated ShellSession, _ context: CommandContext) async throws {
        arguments = context.arguments
        notes = context.notes
        readsDisplayValues = arguments.string("input") == "display"
        let columns = try await session.columns(of: table)
        for assignment in arguments.assignments {
            let text = try await Self.text(of: assignment, session, arguments)
            let column = columns.first { $0.name == assignment.name }
            if column == nil, !columns.isEmpty {
                throw arguments.problem(
                    .usage, "\(table) has no column \(assignment.name); nothing was sent.", at: assignment.name,
                    hints: DidYouMean.hints(for: assignment.name, among: columns.map(\.name)) + [
                        "table describe \(Quoting.word(table))"
                    ])
            }
            fields.append(Field(name: assignment.name, value: text, typed: text, column: column))
        }
        guard !readsDisplayValues else { return }
        for place in fields.indices {
            takeChoice(at: place)
            try await takeReference(at: place, try session.tables())
            let field = fields[place]
            if field.column?.type == "reference", field.label == field.typed {
                session.typedReferences[field.value] = field.typed
            }
        }
    }

    var names: [String] { fields.map(\.name) }
    var write: TableWrite { TableWrite(fields.map { ($0.name, $0.value) }, readsDisplayValues: readsDisplayValues) }
    /// As a plan's sentence says them.
    var typed: [(name: String, value: String)] { fields.map { ($0.name, $0.typed) } }

    private mutating func takeChoice(at place: Int) {
        let field = fields[place]
        guard let choices = field.column?.choices, !choices.isEmpty, !field.value.isEmpty else { return }
        if let choice = choices.first(where: { $0.value == field.value }) {
            fields[place].label = choice.label
            return
        }
        let typed = field.value.lowercased()
        let labelled = choices.filter { choice in
            let label = choice.label.lowercased()
            // Labels that repeat the value, `1 - High`, go without it as well.
            return label == typed || label == "\(choice.value.lowercased()) - \(typed)"
        }
        if let choice = labelled.first, Set(labelled.map(\.value)).count == 1 {
            fields[place].value = choice.value
            fields[place].label = choice.label
            notes.add("\(field.name): \(choice.label) is stored as \(choice.value).")
            return
        }
        let some = choices.prefix(8).map { $0.label == $0.value ? $0.value : "\($0.value) (\($0.label))" }
        notes.add(
            "\(field.name) has no choice \(SingleLine.of(field.value, limit: 40)); it has "
                + some.joined(separator: ", ") + (choices.count > some.count ? " and more." : "."))
    }

    private mutating func takeReference(at place: Int, _ tables: TableClient) async throws {
        let field = fields[place]
        guard field.column?.type == "reference", let table = field.column?.reference, !field.value.isEmpty,
            !field.value.hasPrefix("javascript:")
        else { return }
        do throws(RequestFailure) {
            fields[place].value = try await tables.sysID(of: field.value, in: table)
        } catch {
            switch error {
            case .noRecord, .unaskable:
                throw arguments.problem(
                    .refused, "\(error) Nothing was changed.", at: field.name,
                    hints: ["table list \(Quoting.word(table))", "--input display leaves it to the instance."])
            case .ambiguous(_, _, let sysIDs):
                throw arguments.problem(
                    .refused, "\(error) Nothing was changed.", at: field.name,
                    hints: sysIDs.map { "\(field.name)=\($0)" })
            default: throw error
            }
        }
        if fields[place].value != field.typed.lowercased() { fields[place].label = field.typed }
    }

    /// What `field=value` and `field=@file` say, files read through the deck.
    static func text(
        of assignment: Assignment, _ session: isolated ShellSession, _ arguments: BoundArguments
    ) async throws -> String {
        guard let file = assignment.value.fileName else { return assignment.value.text }
        let bytes: [UInt8]
        do {
            bytes = try await session.readFile(file)
        } catch let problem as Problem {
            throw arguments.problem(problem.kind, problem.message, at: assignment.name)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw arguments.problem(
                .usage, "\(file) is not UTF-8 text, which a field holds.", at: assignment.name)
        }
        return text
    }
}
