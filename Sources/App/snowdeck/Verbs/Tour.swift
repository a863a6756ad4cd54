import LineEditing
import Workbench

/// A guided session on the sandbox: each step explains a command, shows it and runs it.
struct Tour: Sendable {
    struct Step: Sendable {
        let text: String
        let line: String
        var creates = false
        /// Whether the step needs the record that another one creates.
        var needsRecord = false

        init(_ text: String, _ line: String, creates: Bool = false, needsRecord: Bool = false) {
            (self.text, self.line, self.creates, self.needsRecord) = (text, line, creates, needsRecord)
        }
    }

    static let steps: [Step] = [
        Step(
            "Snowdeck has a ServiceNow instance built in, the sandbox. Nothing here reaches a real one. List five open incidents:",
            "table list incident -q active=true -f number,priority,short_description -n 5"),
        Step(
            "Queries take labels and names as well as values. Snowdeck shows what it sends:",
            "table list incident -q 'priority=Critical^active=true' -n 3"),
        Step(
            "describe lists the columns of a table. | sends any result to another program:",
            "table describe incident | grep opened"),
        Step(
            "Create a record. => keeps a value of the answer for later lines:",
            "table create incident short_description='No coffee' urgency=1 => inc = .number", creates: true),
        Step(
            "{{inc}} is that number. After every change you see how to undo it:",
            "table update incident {{inc}} state=2 work_notes='On my way'", needsRecord: true),
        Step(
            "Read it again, with the fields you want:", "table get incident {{inc}} -f number,state,urgency",
            needsRecord: true),
        Step("Undo the last change:", "undo --run", needsRecord: true),
        Step(
            "Count and group without downloading records:", "table count incident -q active=true --by priority"),
        Step(
            "Any result can be JSON, CSV, YAML or Markdown. To write it to a file, end the line with > FILE:",
            "table list incident -q active=true -f number,priority -n 2 --format json"),
        Step(
            "Everything you did was recorded on a tape. In a shell, snowdeck replay TAPE shows it again, without a network. These are your tapes:",
            "tape list"),
        Step(
            "help explains every command and topic. At the prompt, Tab completes commands, tables, fields and values:",
            "help queries"),
    ]

    static let ending =
        "That was the tour. Start snowdeck for the prompt; profile add NAME URL adds your own instance. help lists everything."

    let session: ShellSession
    /// The source of key presses; nil to run without waiting.
    let reader: (any LineReader)?

    /// - Returns: the exit status of the first command of the tour that failed.
    func run() async -> Int32 {
        var first: Int32 = 0
        var hasRecord = true
        show(
            wrapped(
                "Enter runs the command that is shown. Type your own to try it, skip for the next step, quit to leave.")
        )
        for (number, step) in Self.steps.enumerated() where hasRecord || !step.needsRecord {
            show("\n" + wrapped("\(number + 1)/\(Self.steps.count)  " + step.text))
            show("\n> \(step.line)\n")
            var isDone = false
            while !isDone {
                var line = ""
                if let reader {
                    switch await reader.readLine(prompt: Prompt("[Enter] ")) {
                    case .line(let typed): line = typed.utf8.contains { $0 > 0x20 } ? typed : ""
                    case .end, .interrupted, .failed: return await leave(first)
                    }
                }
                if line == "quit" { return await leave(first) }
                if line == "skip" {
                    if step.creates { hasRecord = false }
                    break
                }
                isDone = line.isEmpty
                let status = await session.run(isDone ? step.line : line)
                if isDone, first == 0 { first = status }
                if await session.isOver { return await leave(first) }
                if !isDone { show("\n> \(step.line)\n") }
            }
        }
        show("\n" + wrapped(Self.ending))
        return await leave(first)
    }

    private func wrapped(_ text: String) -> String {
        TextWrap.lines(text, width: min(max((session.host.terminal.width ?? 80) - 2, 20), 78)).joined(separator: "\n")
            + "\n"
    }

    private func leave(_ status: Int32) async -> Int32 {
        await reader?.close()
        return status
    }

    private func show(_ text: String) { _ = try? session.host.standardError.say(text) }
}
