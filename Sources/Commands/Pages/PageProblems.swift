import ExchangeModel
import NowData
import NowSDK
import NowWeb
import Workbench

enum PageProblems {
    /// Why an address, as written in an argument, cannot be opened.
    static func invalidAddress(
        _ address: PageAddress, _ text: String, named parameter: Parameter, number: Int = 0, _ run: isolated Run
    ) -> Problem {
        func problem(_ kind: Problem.Kind, _ message: String, hints: [String]) -> Problem {
            run.arguments.problem(kind, message, at: parameter, value: number, hints: hints)
        }
        switch address {
        case .elsewhere(let url) where url.host == run.instance.origin.host:
            let own = run.instance.origin
            return problem(
                .refused,
                "\(url) is not served by \(run.shortName), which is at \(own.origin); nothing was sent there.",
                hints: ["page open " + Quoting.word(url.target)])
        case .elsewhere(let url):
            return problem(
                .refused, "\(url) is on another host than \(run.shortName), and nothing was sent there.",
                hints: ["Your browser opens it."])
        case .unsupported(let scheme):
            return problem(
                .usage, "This is not a page of the instance: its address begins with \(scheme):.",
                hints: [
                    scheme == "javascript"
                        ? "page browse opens the page in your browser, which runs scripts."
                        : "page open takes https: and http: addresses of the instance, and relative addresses."
                ])
        case .fragment(let part):
            return problem(
                .usage, "#\(part) names a part of a page, but not the page.",
                hints: ["page open " + Quoting.word("home.do#\(part)")])
        case .page, .unreadable:
            return problem(
                .usage, "Invalid address: \(Quoting.word(String(text.prefix(100)))).",
                hints: ["page open incident.do?sys_id=…", "page open TABLE RECORD"])
        }
    }

    static func numberNotFound(
        _ number: String, _ failure: RequestFailure, _ run: isolated Run, at argument: Parameter, value: Int
    ) -> Problem? {
        switch failure {
        case .noRecord:
            run.arguments.problem(
                .refused, "There is no task \(Quoting.word(number)), or you may not read it.", at: argument,
                value: value, hints: ["page open TABLE \(Quoting.word(number)) looks in another table."])
        case .ambiguous(_, _, let sysIDs):
            run.arguments.problem(
                .refused, failure.description, at: argument, value: value,
                hints: sysIDs.prefix(3).map { "page open task \($0)" })
        default: nil
        }
    }

    /// The error to throw for a failure: its cause if it has one, so that transport failures are explained in one
    /// place.
    static func thrown(_ failure: PageError, _ run: isolated Run) -> any Error {
        // Sign-in errors are among the causes and have their own wording.
        if let cause = failure.cause, failure.kind != .sessionEnded { return cause }
        return problem(failure, run)
    }

    static func problem(_ failure: PageError, _ run: isolated Run) -> Problem {
        let name = run.shortName
        switch failure.kind {
        case .transport: return ProblemMapper.problem(failure.cause ?? failure, of: run.arguments)
        case .elsewhere: return Problem(.refused, failure.message, hints: ["Your browser opens it."])
        case .notSignedIn:
            return Problem(
                .refused, "\(name) still shows its sign-in page after a new sign-in.",
                notes: [sentence(failure.message)],
                hints: ["login signs in again.", "page browse signs in as the browser does."])
        case .sessionEnded:
            let outcome =
                failure.isNotTaken
                ? "The form was not sent: the session at \(name) had ended. Nothing was changed."
                : "The session at \(name) had ended, and it does not say whether it accepted the form."
            return Problem(.refused, outcome, hints: ["page reload, then the form again."])
        case .refused:
            guard let answer = failure.page?.response else { return Problem(.refused, sentence(failure.message)) }
            let reason = answer.reason.isEmpty ? "" : " \(answer.reason)"
            return Problem(
                .refused, "\(name) answered with \(answer.status)\(reason).",
                notes: answer.body.isEmpty ? ["No page came with it."] : [])
        }
    }

    private static func sentence(_ text: String) -> String {
        text.last.map { ".!?:".contains($0) } ?? true ? text : text + "."
    }
}

enum PreloadProblems {
    private static let maxListed = 5

    /// One problem per page and one for all assets, because a page can be read without them.
    static func problems(of report: PreloadReport) -> [Problem] {
        var problems = report.pages.filter { !$0.isGood }.map { page in
            let name = "The page \(page.address.target)"
            if let status = page.status, status >= 400 {
                return Problem(.refused, "\(name) is not there: HTTP \(status).")
            }
            return Problem(.network, "\(name) could not be fetched" + (page.failure.map { ": " + $0 } ?? "."))
        }
        let assets = report.assets.filter { !$0.isGood && ($0.failure != nil || $0.status != nil) }
        guard !assets.isEmpty else { return problems }
        var lines = assets.prefix(maxListed).map { asset in
            "\(asset.address.target): " + (asset.failure ?? asset.status.map { "HTTP \($0)" } ?? "")
        }
        if assets.count > maxListed { lines.append("and \(assets.count - maxListed) more.") }
        problems.append(
            Problem(
                assets.contains { $0.failure != nil } ? .network : .refused,
                "\(Phrase.counted(assets.count, "asset")) could not be fetched.", notes: lines))
        return problems
    }
}
