/// Files named by an argument or a flag. Errors point at that argument.
extension Run {
    package func readFile(
        _ path: String, of arguments: BoundArguments, at name: Parameter, value number: Int = 0
    ) async throws -> [UInt8] {
        do {
            return try await readFile(path)
        } catch let problem as Problem {
            throw arguments.problem(problem.kind, problem.message, at: name, value: number)
        }
    }

    package func readText(
        _ path: String, of arguments: BoundArguments, at name: Parameter, value number: Int = 0
    ) async throws -> String {
        let bytes = try await readFile(path, of: arguments, at: name, value: number)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw arguments.problem(.usage, "\(path) is not UTF-8 text.", at: name, value: number)
        }
        return text
    }

    /// Writes a file. An existing file is replaced only with `--force`.
    package func writeFile(_ path: String, _ bytes: [UInt8], of arguments: BoundArguments, at name: Parameter)
        async throws
    {
        do {
            try await writeFile(path, bytes, replacing: arguments[.replacesFile])
        } catch let problem as Problem {
            var located = arguments.problem(
                problem.kind, problem.message, at: name,
                hints: problem.cause == .fileExists ? ["--force replaces it."] : [])
            located.cause = problem.cause
            throw located
        }
    }
}
