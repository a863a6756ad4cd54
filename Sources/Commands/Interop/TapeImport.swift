import CassetteStore
package import ExchangeModel
import NowSDK
import Redactors
import TapeFormats
import Tapes
import Workbench

extension Parameter {
    fileprivate static let file = Argument<String>("file", .file, "The file")
    fileprivate static let more = Argument<[String]>(
        "more", .file, .repeated, "More files; a last word without such an ending names the tape")
    fileprivate static let importFormat = Flag<String>(
        "from", .choice(TapeFormat.all.map(\.name)),
        fallback: "as the file's content or ending says", "The format of the files")
    fileprivate static let importedInstances = Flag<[String]>(
        "instance", .instance, mayRepeat: true, fallback: "the one with the most entries",
        "Import the requests to this instance; again for other hosts")
    fileprivate static let setVariable = Flag<[String]>(
        "var", .parameter, mayRepeat: true, hides: .variable, "Set a variable of the file")
    fileprivate static let environment = Flag<String>(
        "environment", .file, "Take variables from a Postman environment or lines NAME=value")
    fileprivate static let replace = Flag<Bool>("replace", "Overwrite an existing tape")
}

extension Command {
    static let tapeImport = Command(
        "tape import",
        arguments: [.file, .more],
        flags: [.importFormat, .importedInstances, .setVariable, .environment, .replace],
        traits: Traits(isRecorded: false, value: .answer, inRecipes: .never("is about tapes"))
    ) { run in
        try run.checkMayWriteFiles()
        let arguments = run.arguments
        let words = [arguments[.file] ?? ""] + arguments[.more]
        // The last word is the cassette's name, unless it has the ending of a file.
        let named = words.count > 1 && ending(of: words[words.count - 1]) == nil ? words.last : nil
        let files = named == nil ? words : words.dropLast()
        let replacing = arguments[.replace]
        let own = ownName(of: files[0])
        let name = try named ?? freshName(of: files[0], own, replacing, run)
        guard !name.isEmpty else {
            throw arguments.problem(.usage, "\(Quoting.word(files[0])) gives the tape no name; write one.", at: .file)
        }
        let path = run.tapes.path(name)
        let place = argument(named == nil ? 0 : words.count - 1)
        let typed = (["tape import"] + files.map(Quoting.word)).joined(separator: " ")
        guard path != run.slot.path else {
            throw arguments.problem(
                .refused, "\(path) is in use by this session; an import creates a new tape.", at: place.parameter,
                value: place.value, hints: [typed + " NAME"])
        }
        if !replacing, try CassetteLookup.exists(path, run) {
            throw arguments.problem(
                .refused, "The tape \(path) already exists.", at: place.parameter, value: place.value,
                hints: ["\(typed) \(Quoting.word(name)) --replace"])
        }
        let limit = run.requests.limits.body
        let instances = try instances(run, arguments)
        let options = TapeImport.Options(
            instance: instances.first, others: Array(instances.dropFirst()), bodyLimit: limit,
            version: run.options.version)
        let variables = try variables(instances, run, arguments)
        var made = try read(Array(files), options, variables, run, arguments)
        try run.tapes.make(at: path, replacing: replacing, bodyLimit: limit) { try made.write(onto: $0) }
        if named == nil, name != own {
            run.notes.add("There is a tape \(Quoting.word(own)) already; this one is named after its folder.")
        }
        for sentence in made.losses.sentences { run.notes.add(sentence) }
        return CommandResult(facts: facts(of: made, path))
    }
}

private func read(
    _ files: [String], _ options: TapeImport.Options, _ variables: ImportVariables, _ run: isolated Run,
    _ arguments: BoundArguments
) throws -> TapeImport {
    var made: [ImportedFile] = []
    for (number, file) in files.enumerated() {
        let source = try source(file, number, run, arguments)
        var format = arguments[.importFormat].flatMap(TapeFormat.named)
        let run = ImportContext(
            name: files.count > 1 ? file : nil, now: run.host.clock.now, bodyLimit: options.bodyLimit,
            variables: variables, isSignIn: SignInAddresses.contains)
        do throws(ImportError) {
            let source = try source.unpacked()
            if format == nil { format = try TapeFormat.recognized(source, called: file) }
            guard let read = format?.read else { throw .unknownFormat }
            made.append(try read(source, run))
        } catch {
            throw problem(error, [file], number, format, arguments)
        }
    }
    do throws(ImportError) {
        return try TapeImport(made, options, secrets: run.host.secrets)
    } catch {
        throw problem(error, files, 0, nil, arguments)
    }
}

/// The argument of a word, and its index among the argument's values.
private func argument(_ number: Int) -> (parameter: Parameter, value: Int) {
    number == 0 ? (.file, 0) : (.more, number - 1)
}

private func ownName(of file: String) -> String {
    let last = file.split(separator: "/").last.map(String.init) ?? ""
    return ending(of: last).map { String(last.dropLast($0.count + 1)) } ?? last
}

/// The cassette name for a file: its own name, or its folder's if that is taken, because many are called
/// `recording.har`.
private func freshName(of file: String, _ own: String, _ replacing: Bool, _ run: isolated Run) throws -> String {
    guard !replacing, !own.isEmpty, let folder = file.split(separator: "/").dropLast().last.map(String.init),
        folder != ".", folder != "..", try CassetteLookup.exists(run.tapes.path(own), run),
        try !CassetteLookup.exists(run.tapes.path(folder), run)
    else { return own }
    return folder
}

/// The ending of a file that can be imported, without the dot; nil for other words.
private func ending(of word: String) -> String? { TapeFormat.ending(of: word) }

private func facts(of made: TapeImport, _ path: String) -> [(String, String)] {
    [
        ("tape", path), ("instance", made.session.instance), ("user", made.session.user ?? ""),
        ("requests", String(made.count)),
    ]
}

/// The file. It may contain secrets, so it bypasses the deck, which records what is read.
private func source(
    _ file: String, _ number: Int, _ run: isolated Run, _ arguments: BoundArguments
) throws -> ImportSource {
    do throws(Problem) {
        return try run.files.source(file)
    } catch {
        let place = argument(number)
        throw arguments.problem(error.kind, error.message, at: place.parameter, value: place.value, hints: error.hints)
    }
}

private func instances(_ run: isolated Run, _ arguments: BoundArguments) throws -> [HTTPURL] {
    try arguments[.importedInstances].enumerated().map { number, name in
        do {
            return try Instance(name).origin
        } catch {
            throw arguments.problem(
                .usage, "\(Quoting.word(name)) names no instance.", at: .importedInstances, value: number)
        }
    }
}

/// The values of variables: those of `--environment`, then those of `--var`.
private func variables(
    _ instances: [HTTPURL], _ run: isolated Run, _ arguments: BoundArguments
) throws -> ImportVariables {
    var variables = ImportVariables(instances: instances)
    if let file = arguments[.environment] {
        do {
            try variables.read(environment: run.files.source(file))
        } catch let error as ImportError {
            throw arguments.problem(
                .usage, "\(Quoting.word(file)) has no variables. \(error.description)", at: .environment)
        } catch let error as Problem {
            throw arguments.problem(error.kind, error.message, at: .environment, hints: error.hints)
        }
    }
    for text in arguments[.setVariable] {
        let name = text.prefix { $0 != "=" }
        variables.set(String(name), to: String(text.dropFirst(name.count + 1)))
    }
    return variables
}

private func problem(
    _ error: ImportError, _ files: [String], _ number: Int, _ format: TapeFormat?, _ arguments: BoundArguments
) -> Problem {
    var hints: [String] = []
    switch error.kind {
    case .tooLarge: hints = ["--max-body 256m takes more."]
    case .nothingLeft where arguments.has(.importedInstances): hints = ["Without --instance, most of them decide."]
    case .malformed where format?.name == TapeFormat.har.name, .otherFormat where format?.name == TapeFormat.har.name:
        hints = ["In a browser's developer tools: Network, Save all as HAR with content."]
    case .unknownFormat:
        hints = ["--from names it: " + TapeFormat.all.map(\.name).joined(separator: ", ") + "."]
    case .nothingLeft, .malformed, .otherFormat, .libraryMissing: break
    }
    return arguments.problem(
        .usage, "\(files.map(Quoting.word).joined(separator: ", ")) cannot be made into a tape. \(error.description)",
        at: argument(number).parameter, value: argument(number).value, notes: error.notes, hints: hints)
}

/// Requests of other programs that sign in, by their addresses: login pages and token endpoints. It decides only how
/// they are kept on a tape; no guard asks it.
package enum SignInAddresses {
    private static let names = [
        "oauth_token.do", "oauth_revoke_token.do", "oauth_auth.do", "oauth_redirect.do",
        "validate_multifactor_auth_code.do",
    ]

    /// Whether a request belongs to signing in. A query or a folder can make any address look like a login page, so a
    /// form counts only if it is posted to the page itself.
    @Sendable package static func contains(_ request: HTTPRequest) -> Bool {
        let url = request.url
        let steps = url.path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard let last = steps.last, names.contains(last) || LoginPages.contains(url) else { return false }
        if [.get, .head, .options].contains(request.method) { return true }
        return request.method == .post && steps.count == 1 && last.hasSuffix(".do")
            && !request.headers.contains(where: \.overridesRequest)
    }
}
