package import LineEditing
import Notation
import NowData
package import Workbench

extension CompletionEngine {
    /// Completes values that name tables, records, fields and queries, and the arguments of `rest`.
    @Sendable static func tableValues(
        _ engine: CompletionEngine, _ kind: ValueKind, _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        func offer(_ names: [Candidate]) -> Completions { engine.offer(names, point, in: word) }
        let table = before.table ?? ""
        switch kind {
        case .table: return offer(await engine.source.tables())
        case .record:
            let typed = CompletionPoint.text(of: word)
            return engine.offer(await engine.source.recordNames(of: table, beginning: typed), point, in: word)
        case .column: return offer(await engine.source.columns(of: table).map { Candidate($0.name, $0.menuText) })
        case .fields: return await engine.fields(point, word, of: table, mayDescend: false)
        case .ordering: return await engine.fields(point, word, of: table, mayDescend: true)
        case .groupOrdering: return engine.counted(point, word, before)
        case .query: return await engine.query(of: table, as: before.queryForm).complete(point, word)
        case .assignment(of: .field): return await engine.field(point, word, of: table, as: before.assignedForm)
        case .assignment(of: .member): return await engine.field(point, word, of: before.askedTable ?? "", as: .sysID)
        case .method: return offer(ValueKind.methods.map { Candidate($0) })
        case .path: return await engine.path(point, word)
        case .parameter: return await engine.parameter(point, word, of: before.askedTable ?? "")
        case .header: return offer(RestHeader.usual.map { Candidate($0.name + ": ", $0.summary) }.open)
        case .mediaType: return offer(MediaTypes.all.map { Candidate($0) })
        case .word("USER"):
            let typed = CompletionPoint.text(of: word)
            return engine.offer(await engine.source.recordNames(of: "sys_user", beginning: typed), point, in: word)
        case .word("VIEW"): return offer(await engine.source.views())
        default: return nil
        }
    }

    /// Names in a comma-separated list, without those already in it.
    package func fields(_ point: CompletionPoint, _ word: Word, of table: String, mayDescend: Bool) async -> Completions
    {
        let text = CompletionPoint.text(of: word)
        let (start, typed) = lastName(in: text, mayDescend: mayDescend)
        let present = Set(
            FieldList.names(in: text).dropLast().map { mayDescend ? String($0.name.drop { $0 == "-" }) : $0.name })
        let columns = await DotWalk(source: source).candidates(at: typed, of: table)
        return point.offer(columns.filter { !present.contains($0.name) }, in: word, from: start)
    }

    /// The start of a list's last name, and its typed part.
    private func lastName(in text: String, mayDescend: Bool) -> (start: Int, typed: String) {
        let bytes = Array(text.utf8)
        var start = (bytes.lastIndex { $0 == .comma || $0 == .space } ?? -1) + 1
        if mayDescend, start < bytes.count, bytes[start] == .dash { start += 1 }
        return (start, String(decoding: bytes[start...], as: UTF8.self))
    }

    /// The columns of a count: its groups and aggregates.
    func counted(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) -> Completions {
        func names(_ flag: String) -> [String] { FieldList.names(in: before.flagTexts[flag] ?? "").map(\.name) }
        let columns =
            names("by") + ["count"]
            + ["avg", "min", "max", "sum"].flatMap { flag in names(flag).map { "\(flag)_\($0)" } }
        let (start, typed) = lastName(in: CompletionPoint.text(of: word), mayDescend: true)
        return point.offer(columns.map { Candidate($0) }.open.matching(typed), in: word, from: start)
    }

    package func query(of table: String, as form: ReferenceForm) -> QueryCompletion {
        QueryCompletion(source: source, table: table, form: form, dates: dates)
    }

    private var dates: DateCandidates { DateCandidates(now: environment.now(), zone: environment.zone) }

    func field(_ point: CompletionPoint, _ word: Word, of table: String, as form: ReferenceForm) async -> Completions {
        guard let (name, value) = assignment(in: word) else {
            let columns = await source.columns(of: table)
            return offer(columns.map { Candidate($0.name + "=", $0.menuText) }.open, point, in: word)
        }
        let column = await source.columns(of: table).first { $0.name == name }
        let typed = CompletionPoint.text(of: value)
        let me = column?.reference == CurrentUser.table ? [CurrentUser.candidate].matching(typed) : []
        if value.barePrefix.utf8.first == .at {
            return me.isEmpty ? files(point, in: value, from: 1) : offer(me, point, in: value)
        }
        guard let column else { return offer([], point, in: value) }
        if column.hasChoices { return offer(await source.choices(of: table, column: name), point, in: value) }
        if column.type == "boolean" { return offer(.truth, point, in: value) }
        // With --input display, dates are in the user's format.
        if column.isDated, form != .display { return offer(dates.stored(column.type), point, in: value) }
        guard let reference = column.reference, !reference.isEmpty else { return offer([], point, in: value) }
        let found = await source.references(to: reference, display: column.referenceDisplay, holding: typed)
        // Only single references are looked up by name.
        let names = found.candidates(typed, as: column.type == "reference" ? form : .sysID)
        var offered = point.offer(me + names, in: value, from: 0)
        offered.isWhole = found.isWhole
        return offered
    }
}

extension CurrentUser {
    static let candidate = Candidate(me, "you")
}

/// Completes the arguments of `rest`.
extension CompletionEngine {
    /// Addresses that every instance has; those that end in `/` continue.
    private static let paths = candidates[0], parameters = candidates[1]
    private static let candidates = ProgramText.rest.split(separator: "\n\n").map { list in
        list.split(separator: "\n").map { line in
            let name = line.prefix { $0 != " " }
            return Candidate(String(name), String(line.dropFirst(name.count + 1)))
        }
    }

    /// Addresses that every instance has, and a table after some of them.
    func path(_ point: CompletionPoint, _ word: Word) async -> Completions {
        let typed = CompletionPoint.text(of: word)
        var names = Self.paths
        if let base = Self.paths.first(where: { $0.name.hasSuffix("/") && typed.hasPrefix($0.name) }) {
            names = await source.tables().map { Candidate(base.name + $0.name, $0.label) }
        }
        return offer(names.map { Candidate($0.name, $0.label, appendsSpace: !$0.name.hasSuffix("/")) }, point, in: word)
    }

    /// `name=value` of the query: names, and values of some.
    func parameter(_ point: CompletionPoint, _ word: Word, of table: String) async -> Completions {
        let typed = CompletionPoint.text(of: word)
        guard let equals = typed.utf8.firstIndex(of: .equals) else {
            return offer(Self.parameters.open, point, in: word)
        }
        let name = String(typed[..<equals])
        let value = word.dropping(name.utf8.count + 1)
        switch name {
        case "sysparm_query": return await query(of: table, as: .sysID).complete(point, value)
        case "sysparm_view": return offer(await source.views(), point, in: value)
        case "sysparm_display_value":
            return offer(["false", "true", "all"].map { Candidate($0) }, point, in: value)
        case let name where name.hasSuffix("_fields") || name == "sysparm_group_by":
            return await fields(point, value, of: table, mayDescend: false)
        case let name where Self.flags.contains(name): return offer(.truth, point, in: value)
        default: return offer([], point, in: value)
        }
    }

    private static let flags: Set<String> = [
        "sysparm_exclude_reference_link", "sysparm_count", "sysparm_no_count", "sysparm_input_display_value",
        "sysparm_suppress_pagination_header",
    ]
}

extension ArgumentPlaces {
    /// The notation of references in its query: names if they are looked up.
    var queryForm: ReferenceForm {
        command.flag(long: "raw-query") != nil && !usedFlags.contains("raw-query") ? .name : .sysID
    }

    /// The notation of references in an assignment.
    var assignedForm: ReferenceForm { flagTexts["input"] == "display" ? .display : .name }

    /// The table in the address before the cursor.
    var askedTable: String? {
        guard let place = command.arguments.firstIndex(where: { $0.kind == .path }), place < arguments.count else {
            return nil
        }
        return arguments[place].literal.flatMap(Self.table)
    }

    /// The table that the path of a REST address names.
    private static func table(in path: String) -> String? {
        let parts = path.utf8.prefix { $0 != UInt8(ascii: "?") }.split(separator: UInt8(ascii: "/"))
            .map { String(Substring($0)) }
        guard let place = parts.firstIndex(where: { $0 == "table" || $0 == "stats" }), place + 1 < parts.count,
            parts.first == "api"
        else { return nil }
        return FieldList.isName(parts[place + 1]) ? parts[place + 1] : nil
    }
}
