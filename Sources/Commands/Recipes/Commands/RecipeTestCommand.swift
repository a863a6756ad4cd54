import CassetteStore
import Notation
import Rendering
import Replaying
import TapeDeck
import TapeFormats
import Workbench

extension Parameter {
    fileprivate static let testedRecipes = Argument<[String]>(
        "recipes", .word("NAME"), .repeated, "Recipes; default: all in the folder recipes")
}

extension Command {
    static let recipeTest = Command(
        "recipe test",
        arguments: [.testedRecipes],
        flags: [.reporting("Print a report as TAP, JUnit XML or JSON")],
        traits: Traits(isRecorded: false, inRecipes: .never("is about recipes"))
    ) { run in
        var names = run.arguments[.testedRecipes]
        if names.isEmpty { names = run.recipeNames() }
        guard !names.isEmpty else {
            throw Problem(
                .refused, "There are no recipes here.",
                notes: ["Recipes are in the folder recipes, each in a file NAME\(Recipe.suffix)."])
        }
        let paths = names.map(run.recipePath)
        let tester = RecipeTester(run.host, sandbox: run.options.sandbox, version: run.options.version)
        var findings: [[RecipeTester.Finding]] = []
        await inOrder(paths.count, width: maxTests, { await tester.test(paths[$0]) }) { found in
            findings.append(found)
            run.progress("\(findings.count) of \(paths.count) tested")
        }
        run.progress("")
        try Task.checkCancellation()
        let suites = zip(paths, findings).map { path, findings in
            TestReport.Suite(Recipe.name(ofFile: path), findings.map { TestReport.Case($0.line, $0.outcome) })
        }
        let report = TestReport("recipe test", suites)
        let format = run.arguments[.report].flatMap(ReportFormat.init)
        let text: String
        if run.arguments[.report] == "html" {
            text = try page(of: report, findings, run)
        } else if let format {
            text = format.text(of: report)
        } else {
            text = run.settings.width == nil ? ReportFormat.tap.text(of: report) : reportLines(report, findings)
        }
        var result = CommandResult(.text(text.hasSuffix("\n") ? String(text.dropLast()) : text))
        let counts = report.counts
        result.exitStatus =
            counts.broken > 0
            ? Problem.Kind.tape.exitStatus : counts.failed > 0 ? Problem.Kind.expectation.exitStatus : 0
        return result
    }
}

/// What failed, with the commands and requests of the first recipe's tape.
private func page(of report: TestReport, _ findings: [[RecipeTester.Finding]], _ run: isolated Run) throws -> String {
    let first = report.suites.firstIndex { $0.cases.contains { $0.outcome != .passed } }
    let cassette = first.flatMap { try? run.tapes.play(run.tapes.path(report.suites[$0].name)) }
    defer { try? cassette?.close() }
    let parts = findings.enumerated().flatMap { suite, found in
        found.flatMap { finding -> [FindingsPanel.Part] in
            let (message, detail): (String, String)
            switch finding.outcome {
            case .failed(let first, let rest), .broken(let first, let rest): (message, detail) = (first, rest)
            case .passed, .skipped: return [.init(finding.line)]
            }
            // What the detail has is beside each other in the comparisons.
            if finding.differing.isEmpty {
                return [.init(finding.line, lines: [message] + detail.split(separator: "\n").map(String.init))]
            }
            let lines = [message] + finding.changes
            let isOwn = finding.differing[0].command.line == finding.line
            return (isOwn ? [] : [.init(finding.line, lines: lines)])
                + finding.differing.enumerated().map { place, comparison in
                    FindingsPanel.Part(comparison, lines: isOwn && place == 0 ? lines : [])
                }
        }.map { $0.of(nil, isHere: suite == first) }
    }
    let counts = report.counts
    let summary = "\(Phrase.counted(counts.tests, "run")), \(counts.failed + counts.broken) failed."
    let page = try FindingsPanel(summary, between: .tapeAndNow, parts).page(
        cassette, title: report.name, version: run.options.version, secrets: run.host.secrets)
    return String(decoding: page, as: UTF8.self)
}

/// The number of tests that run concurrently.
private let maxTests = 8

private func reportLines(_ report: TestReport, _ findings: [[RecipeTester.Finding]]) -> String {
    var lines: [String] = []
    let width = report.suites.map { DisplayWidth.of($0.name) }.max() ?? 0
    for (suite, found) in zip(report.suites, findings) {
        for (test, finding) in zip(suite.cases, found) {
            let name = suite.name + String(repeating: " ", count: width - DisplayWidth.of(suite.name))
            switch test.outcome {
            case .passed:
                let run = finding.run
                lines.append(
                    "ok      \(name)  \(Phrase.counted(run?.steps.count ?? 0, "step")), "
                        + "\(Phrase.counted(run?.held ?? 0, "expectation"))")
            case .failed(let message, let detail): lines += failureLines("FAILED  ", name, message, detail)
            case .broken(let message, let detail): lines += failureLines("BROKEN  ", name, message, detail)
            case .skipped(let why): lines.append("skipped \(name)  \(why)")
            }
        }
    }
    let counts = report.counts
    let bad = counts.failed + counts.broken
    lines.append(
        "\(Phrase.counted(counts.tests, "run")) of \(Phrase.counted(report.suites.count, "recipe")): "
            + (bad == 0 ? "all as recorded, all expectations held." : "\(bad) failed."))
    return lines.joined(separator: "\n")
}

private func failureLines(_ mark: String, _ name: String, _ first: String, _ detail: String) -> [String] {
    let rest = detail.split(separator: "\n").map(String.init).filter { TerminalText.plain($0) != first }
    return [mark + name + "  " + first] + rest.map { "        " + TerminalText.plain($0) }
}
