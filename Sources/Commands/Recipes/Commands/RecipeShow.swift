package import Notation
import Rendering
import Tapes
import Workbench

extension Command {
    static let recipeShow = Command(
        "recipe show", arguments: [.recipe], traits: Traits(value: .answer, inRecipes: .never("is about recipes"))
    ) { run in
        let recipe = try await run.readRecipe(run.arguments[.recipe] ?? "")
        let json = recipe.json
        if run.format(of: run.arguments).isForPrograms { return CommandResult(.json(json)) { json } }
        let created = recipe.createdFiles.map { "  \(TerminalText.plain($0.file.text))   line \($0.line)" }
        var sections = [Section(title: "", output: .text(TerminalText.plain(String(recipe.text.dropLast()))))]
        if !created.isEmpty {
            sections.append(
                Section(title: "Files it creates, only with --trust", output: .text(created.joined(separator: "\n"))))
        }
        return CommandResult(.sections(sections)) { json }
    }
}

extension Recipe {
    package var json: JSON {
        let created = createdFiles.map { file, line in
            JSON.object([.init("line", .number(String(line))), .init("file", .string(file.text))])
        }
        return .object(present: [
            "name": .string(name), "path": .string(path), "goal": .string(goal), "explanation": .string(explanation),
            "writes": .array(writes.map { .string($0.name) }), "parameters": .array(parameters.map(\.json)),
            "blocks": .array(blocks.map(\.json)),
            // Only if there are some: recordings from before it was shown must replay.
            "creates": created.isEmpty ? nil : .array(created),
        ])
    }

    /// The files that its own commands would create, each with its line.
    fileprivate var createdFiles: [(file: LineEffects.NewFile, line: Int)] {
        commands.flatMap { text, line in
            (try? Parser.parse(text)).map { LineEffects.of($0).files.map { ($0, line) } } ?? []
        }
    }
}

extension RecipeParameter {
    fileprivate var json: JSON {
        .object([
            .init("name", .string(name)), .init("type", .string(kind.text)),
            .init("default", fallback.map(JSON.string) ?? .null), .init("description", .string(description)),
            .init("line", .number(String(line))),
        ])
    }
}

extension RecipeBlock {
    fileprivate var json: JSON {
        .object(present: [
            "line": .number(String(line)), "for": loop.map { .string("\($0.variable) in \($0.command)") },
            "if": condition.map { .string("\($0.left) \($0.test.spelling)") }, "cleanup": isCleanup ? true : nil,
            "use": use.map { .string($0.path) }, "timeout": timeout.map { .string($0.text) },
            "steps": .array(steps.map(\.json)),
        ])
    }
}

extension RecipeStep {
    fileprivate var json: JSON {
        .object([
            .init("line", .number(String(line))), .init("command", .string(command)),
            .init("expectations", .array(expectations.map { .string($0.text) })),
            .init("output", .array(output.map(JSON.string))),
        ])
    }
}

extension RecipeFinding {
    func json(in path: String) -> JSON {
        .object([
            .init("file", .string(path)), .init("line", .number(String(line))),
            .init("start", .number(String(span.lowerBound))), .init("end", .number(String(span.upperBound))),
            .init("rule", .string(rule.rawValue)), .init("message", .string(message)),
            .init("hints", .array(hints.map(JSON.string))),
        ])
    }
}
