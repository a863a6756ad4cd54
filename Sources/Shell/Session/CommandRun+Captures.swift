extension CommandRun {
    func keep(_ captures: [Capture], from result: CommandResult, in session: isolated ShellSession) throws {
        guard !captures.isEmpty else { return }
        guard let value = result.value?() else {
            throw Problem(
                .usage, "\(arguments.command.name) gives nothing that can be kept in a variable.",
                source: captures.first.map { Problem.Source(text: invocation.text, span: $0.span) })
        }
        for capture in captures {
            let path = capture.path ?? FieldPath(steps: [])
            do throws(FieldPath.Missing) {
                session.variables[capture.name] = try path.text(in: value)
            } catch {
                throw Problem(
                    .refused, error.message, source: Problem.Source(text: invocation.text, span: capture.span),
                    hints: hints(for: capture, error))
            }
        }
    }

    private func hints(for capture: Capture, _ missing: FieldPath.Missing) -> [String] {
        if let nearby = missing.nearby { return ["=> \(capture.name) = \(nearby)"] }
        guard let name = missing.name, !missing.names.isEmpty else { return [] }
        let near = DidYouMean.hints(for: name, among: missing.names)
        return near.isEmpty ? ["There are: " + Phrase.listed(missing.names.sorted(), joinedBy: "and") + "."] : near
    }
}
