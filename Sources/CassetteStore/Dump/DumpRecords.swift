import ExchangeModel

/// How each record looks in a dump.
extension DumpText {
    mutating func dump(_ session: SessionRecord) {
        line("")
        line("session \(session.id)")
        fact("began", session.startedAt.exactText)
        fact("instance", session.instance)
        fact("user", session.user)
        fact("zone", session.zone)
        fact("zone-rules", session.zoneRules)
        fact("width", session.width.map(String.init))
        fact("version", session.version)
        fact("seed", String(session.seed))
        content("policy", Array(session.policy.utf8))
        content("settings", Array(session.settings.utf8))
    }

    mutating func dump(_ command: CommandRecord) {
        line("")
        line("command \(command.id) of session \(command.session)")
        fact("line", command.line)
        fact("now", command.now.exactText)
        if let status = command.exitStatus { fact("exit", String(status)) } else { line("unfinished", level: 1) }
    }

    mutating func dump(_ exchange: ExchangeRecord) {
        let request = exchange.request
        line("")
        line(
            "exchange \(exchange.id) of session \(request.session)" + (request.command.map { ", command \($0)" } ?? "")
                + (request.epoch.map { ", epoch \($0)" } ?? ", outside epochs"))
        fact("purpose", request.purpose)
        fact("principal", request.principal)
        fact("began", request.startedAt.exactText)
        if request.key.utf8.contains(UInt8(ascii: "\n")) {
            content("key", Array(request.key.utf8))
        } else {
            fact("key", request.key)
        }
        if request.keyHash != StableHash.of(request.key) { fact("key-digest", String(request.keyHash)) }
        line("> " + PrintableText.escaped(request.method) + " " + PrintableText.escaped(request.url), level: 1)
        dump(request.headers, mark: "> ")
        if let body = request.body { content("> body", body) }
        switch exchange.outcome {
        case .interrupted: line("< interrupted", level: 1)
        case .failure(let failure):
            line("< failure \(failure.kind.rawValue): " + PrintableText.escaped(failure.message), level: 1)
        case .response(let response): dump(response)
        }
    }

    private mutating func dump(_ response: HTTPResponse) {
        fact(
            "< HTTP/" + PrintableText.escaped(response.facts.httpVersion),
            String(response.status) + (response.reason.isEmpty ? "" : " " + response.reason))
        dump(response.headers, mark: "< ")
        content("< body", response.body)
        fact("< coding", response.facts.contentCoding)
        let timings = response.facts.timings
        line(
            "timings: resolved \(timings.resolved), connected \(timings.connected), secured \(timings.secured), "
                + "first byte \(timings.firstByte), all \(timings.total)", level: 1)
    }

    private mutating func dump(_ headers: HeaderFields, mark: String) {
        for field in headers { fact(mark + PrintableText.escaped(field.name) + ":", field.value) }
    }
}
