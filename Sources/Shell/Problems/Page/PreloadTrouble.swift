import ExchangeModel
import NowWeb

/// What could not be preloaded, in sentences.
enum PreloadTrouble {
    /// How many are told one by one.
    private static let told = 5

    /// A problem for each page, and one for all assets: a page without one of them can still be read.
    static func problems(of report: PreloadReport) -> [Problem] {
        let pages = report.pages.filter { $0.failure != nil || ($0.status ?? 0) >= 400 }
        var problems = pages.prefix(told).map { page in
            problem("The page \(page.address.target)", page.status, page.failure)
        }
        if pages.count > told {
            problems.append(Problem(.refused, "\(pages.count - told) more pages could not be fetched."))
        }
        let assets = report.assets.filter { !$0.isGood && ($0.failure != nil || $0.status != nil) }
        guard !assets.isEmpty else { return problems }
        let isBroken = assets.contains { $0.failure != nil }
        var lines = assets.prefix(told).map { asset in
            "\(asset.address.target): " + (asset.failure ?? asset.status.map { "HTTP \($0)" } ?? "")
        }
        if assets.count > told { lines.append("and \(assets.count - told) more.") }
        problems.append(
            Problem(
                isBroken ? .network : .refused, "\(Phrase.counted(assets.count, "asset")) could not be fetched.",
                notes: Array(lines)))
        return problems
    }

    private static func problem(_ name: String, _ status: Int?, _ failure: String?) -> Problem {
        if let status, status >= 400 { return Problem(.refused, "\(name) is not there: HTTP \(status).") }
        if let failure { return Problem(.network, "\(name) could not be fetched: \(failure)") }
        return Problem(.network, "\(name) could not be fetched.")
    }
}
