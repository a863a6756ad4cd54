import ExchangeModel
import Notation
package import NowData
package import Workbench

/// A command's assignments, prepared for the instance.
///
/// An instance empties a field that cannot hold its new value and ignores an unknown column. Columns and values are
/// therefore checked before anything is sent; labels become values, and record names become sys_ids. With
/// `--input display`, the instance interprets everything but choices. `--force` sends invalid values.
package struct AssignedFields {
    package struct Field: Sendable {
        package let name: String
        package var value: String
        /// The typed value, for messages.
        let typed: String
        let column: ColumnDescription?
        /// The label of the stored value, if known.
        var label: String?

        package init(name: String, value: String, typed: String, column: ColumnDescription?, label: String? = nil) {
            self.name = name
            self.value = value
            self.typed = typed
            self.column = column
            self.label = label
        }
    }

    package private(set) var fields: [Field] = []
    let readsDisplayValues: Bool
    private let arguments: BoundArguments
    private let run: Run

    package init(_ table: String, _ run: isolated Run) async throws {
        let columns = try await run.columns(of: table)
        var values: [(name: String, text: String)] = []
        for assignment in run.arguments.assignments {
            let column = columns.first { $0.name == assignment.name }
            // A file of this name is `@./me`.
            let isMe = assignment.value.text == CurrentUser.me && column?.reference == CurrentUser.table
            let text = isMe ? CurrentUser.me : try await Self.text(of: assignment, run, run.arguments)
            values.append((assignment.name, text))
        }
        try await self.init(values, of: table, columns, run)
    }

    /// Values that need not be in the command's line.
    init(
        _ values: [(name: String, text: String)], of table: String, _ columns: [ColumnDescription], _ run: isolated Run
    ) async throws {
        arguments = run.arguments
        self.run = run
        readsDisplayValues = arguments[.input] == "display"
        for (name, text) in values {
            let column = columns.first { $0.name == name }
            if column == nil, !columns.isEmpty {
                throw arguments.missingColumn(
                    name, of: table, columns, at: .assigned(name), consequence: "; nothing was sent")
            }
            fields.append(Field(name: name, value: text, typed: text, column: column))
        }
        for place in fields.indices {
            try await take(at: place, try run.tables())
            let field = fields[place]
            if field.column?.type == "reference", field.label == field.typed {
                run.typedReferences[field.value] = field.typed
            }
        }
    }

    package var names: [String] { fields.map(\.name) }
    var write: TableWrite { TableWrite(fields.map { ($0.name, $0.value) }, readsDisplayValues: readsDisplayValues) }
    var typed: [(name: String, value: String)] { fields.map { ($0.name, $0.typed) } }

    private mutating func take(at place: Int, _ tables: TableClient) async throws {
        let field = fields[place]
        guard let column = field.column else { return }
        let reading = column.read(field.value)
        // The instance interprets everything else as the user's display format.
        if readsDisplayValues, reading != .noChoice { return }
        switch reading {
        case .value:
            if column.type == "reference", SysIDForm.isWritten(field.value) {
                fields[place].value = field.value.lowercased()
            }
            fields[place].label = column.choices.first { $0.value == field.value }?.label
        case .label(let choices) where Set(choices.map(\.value)).count == 1:
            fields[place].value = choices[0].value
            fields[place].label = choices[0].label
            run.notes.add("\(field.name): \(choices[0].label) is stored as \(choices[0].value).")
        case .label(let choices):
            throw arguments.problem(
                .usage, "\(field.name) has several choices called \(field.value); nothing was sent.",
                at: .assigned(field.name), hints: choices.map { Quoting.assignment(field.name, $0.value) })
        case .name(let table): try await takeReference(at: place, table, tables)
        case .noChoice, .noNumber, .noDate, .notBoolean:
            if arguments[.force] { return }
            let hints = ValueText.hints(column, field.value, reading, now: run.now, before: field.name + "=")
            throw arguments.problem(
                .usage, ValueText.sentence(field.name, field.value, reading) + " Nothing was sent.",
                at: .assigned(field.name), hints: hints + ["--force sends it anyway."])
        }
    }

    private mutating func takeReference(at place: Int, _ table: String, _ tables: TableClient) async throws {
        let field = fields[place]
        do throws(RequestFailure) {
            fields[place].value = try await tables.sysID(
                of: field.value, in: table, display: field.column?.referenceDisplay)
        } catch {
            switch error {
            case .noRecord, .invalidRequest:
                if arguments[.force] { return }
                throw arguments.problem(
                    .refused, "\(error) Nothing was changed.", at: .assigned(field.name),
                    hints: ["table list \(Quoting.word(table))", "--input display leaves it to the instance."])
            case .ambiguous(_, _, let sysIDs):
                throw arguments.problem(
                    .refused, "\(error) Nothing was changed.", at: .assigned(field.name),
                    hints: sysIDs.map { "\(field.name)=\($0)" })
            default: throw error
            }
        }
        fields[place].label = field.typed
    }

    /// The text of `field=value` or `field=@file`; files are read through the deck.
    package static func text(
        of assignment: Assignment, _ run: isolated Run, _ arguments: BoundArguments
    ) async throws -> String {
        guard let file = assignment.value.fileName else { return assignment.value.text }
        return try await run.readText(file, of: arguments, at: .assigned(assignment.name))
    }
}

extension BoundArguments {
    func missingColumn(
        _ name: String, of table: String, _ columns: [ColumnDescription], at parameter: Parameter,
        consequence: String = ""
    ) -> Problem {
        let names = columns.map(\.name)
        var problem = problem(
            .usage, "\(table) has no column \(name)\(consequence).", at: parameter,
            hints: DidYouMean.hints(for: name, among: names) + ["table describe \(Quoting.word(table))"])
        problem.replacement = DidYouMean.nearest(to: name, among: names).first
        return problem
    }
}
