import ExchangeModel

/// What the sandbox takes for an answer, without a wire: pages of a long list, and a walk of three hops.
enum SandboxRows {
    private static let listed = 10_000, page = 100, walked = 100_000

    @Sendable static func measure(_ place: Place) async throws -> [BudgetRow] {
        let sandbox = try GrownSandbox(["incident": walked, "syslog": listed])
        return try pages(sandbox) + walk(sandbox)
    }

    /// A list is walked from its first page to its last, each time in another order, so that nothing of it is known.
    private static func pages(_ sandbox: GrownSandbox) throws -> [BudgetRow] {
        var first = Sample(), last = Sample(), slowest = Sample()
        for order in ["sys_id", "sys_created_on", "message", "source", "level", "DESCsys_id", "DESCsys_created_on"] {
            var times: [Double] = []
            for offset in stride(from: 0, to: listed, by: page) {
                let query =
                    "sysparm_query=ORDERBY\(order)&sysparm_limit=\(page)&sysparm_offset=\(offset)&sysparm_display_value=all"
                var body: [UInt8] = []
                times.append(try Stopwatch.time { body = try sandbox.list("syslog", query) })
                guard body.count > 1000 else { throw BenchFailure("A page of \(body.count) bytes.") }
            }
            first.add(Sample(Array(times.prefix(times.count / 10))).median)
            last.add(Sample(Array(times.suffix(times.count / 10))).median)
            slowest.add(times.max() ?? 0)
        }
        let name = "sandbox, a page of \(page) at the end of \(listed)"
        return [
            .against(name, ours: last, "at the start", first, atMost: 1.2),
            BudgetRow(name: name, ours: Amount.time(slowest.median), other: "the slowest page of a walk"),
        ]
    }

    private static func walk(_ sandbox: GrownSandbox) throws -> [BudgetRow] {
        let field = "caller_id.manager.department.name"
        func query(_ condition: String) -> String {
            "sysparm_query=\(condition)&sysparm_fields=number,\(field)&sysparm_limit=100"
        }
        var rows: [BudgetRow] = []
        for (what, condition) in [
            ("ordered", "ORDERBY\(field)"), ("found and ordered", "\(field)LIKEe%5EORDERBYDESC\(field)"),
            ("found by state, ordered", "active=true%5EORDERBY\(field)"),
        ] {
            var sample = Sample()
            for _ in 0..<9 {
                var body: [UInt8] = []
                sample.add(try Stopwatch.time { body = try sandbox.list("incident", query(condition)) })
                guard body.count > 5000 else { throw BenchFailure("A walk finds \(body.count) bytes.") }
            }
            rows.append(
                .limit("sandbox, \(walked) records \(what) by a walk of 3 hops", ours: sample, atMost: 100_000_000))
        }
        return rows
    }
}
