import ExchangeModel
import NowData
import NowSDK
import NowWeb
import Notation

/// What goes wrong with pages, in sentences.
enum PageTrouble {
    /// Why an address is not opened: it is another host's, or no page's.
    ///
    /// - Parameters:
    ///   - text: the address as it was written.
    ///   - name: the argument that it came by, for the caret.
    static func leavingNowhere(
        _ address: PageAddress, _ text: String, named name: String, number: Int = 0, _ session: isolated ShellSession,
        _ arguments: BoundArguments
    ) -> Problem {
        func problem(_ kind: Problem.Kind, _ message: String, hints: [String]) -> Problem {
            arguments.problem(kind, message, at: name, value: number, hints: hints)
        }
        switch address {
        case .elsewhere(let url) where url.host == session.instance.origin.host:
            let own = session.instance.origin
            return problem(
                .refused,
                "\(url) is not served by \(session.shortName), which is at \(own.origin); nothing was sent there.",
                hints: ["page open " + Quoting.word(url.target)])
        case .elsewhere(let url):
            return problem(
                .refused, "\(url) is of another host than \(session.shortName), and nothing was sent there.",
                hints: ["Your browser opens it."])
        case .unsupported(scheme: "javascript"):
            return problem(
                .usage, "This is a script of the page (javascript:), and scripts are not run here.",
                // Only an open page has scripts that a browser could run.
                hints: arguments.command == .pageFollow
                    ? ["page browse opens the page in your browser, which runs it."]
                    : ["page open takes https: and http: of the instance, and what has no scheme."])
        case .unsupported(scheme: "mailto"):
            return problem(
                .usage, "This is no page: it writes a mail to \(recipient(of: text)).",
                hints: ["Your mail program takes the address."])
        case .unsupported(let scheme):
            return problem(
                .usage, "This is no page of the instance: its address begins with \(scheme):.",
                hints: ["page open takes https: and http: of the instance, and what has no scheme."])
        case .fragment(let part):
            return problem(
                .usage, "#\(part) is a part of a page, and the page is not named.",
                hints: ["page open " + Quoting.word("home.do#\(part)")])
        case .unreadable where namesUser(text):
            return problem(
                .usage, "The address names a user, and pages come in the name of who is signed in.",
                hints: ["page open takes it without what stands before the @."])
        case .page, .unreadable:
            return problem(
                .usage, "This cannot be an address: \(Quoting.word(String(text.prefix(100)))).",
                hints: ["page open incident.do?sys_id=…", "page open TABLE RECORD"])
        }
    }

    /// The problem when no one task goes by a number; nil for any other failure.
    static func unfoundNumber(_ number: String, _ failure: RequestFailure, _ arguments: BoundArguments) -> Problem? {
        switch failure {
        case .noRecord:
            arguments.problem(
                .refused, "There is no task \(Quoting.word(number)), or it may not be read.", at: "target",
                hints: ["page open TABLE \(Quoting.word(number)) looks in another table."])
        case .ambiguous(_, _, let sysIDs):
            arguments.problem(
                .refused, failure.description, at: "target", hints: sysIDs.prefix(3).map { "page open task \($0)" })
        default: nil
        }
    }

    /// What is thrown for a failure: where it is one of the way, that, so that what is said of ways is said here too.
    static func thrown(
        _ failure: PageFailure, _ session: isolated ShellSession, _ arguments: BoundArguments
    ) -> any Error {
        // The sign-in's own troubles are among them, and have their own words.
        if let cause = failure.cause { return cause }
        return problem(failure, session, arguments)
    }

    /// The problem that a failure is.
    static func problem(
        _ failure: PageFailure, _ session: isolated ShellSession, _ arguments: BoundArguments
    ) -> Problem {
        let name = session.shortName
        switch failure.kind {
        case .transport: return ProblemMaking.problem(failure.cause ?? failure, of: arguments)
        case .elsewhere:
            let place = failure.address.map(\.description) ?? "another host"
            return Problem(
                .refused, "The page leads to another host, and nothing was sent there: \(place)",
                hints: ["Your browser opens it."])
        case .unsupported: return Problem(.usage, sentence(failure.message))
        case .notSignedIn:
            return Problem(
                .refused, "\(name) goes on showing where to sign in, though a new sign-in was tried.",
                notes: [sentence(failure.message)],
                hints: ["login signs in anew.", "page browse signs in as the browser does."])
        case .sessionEnded:
            return Problem(
                .refused, "The session had ended before the form was sent; nothing was sent again.",
                hints: ["page reload, then the form once more."])
        case .refused:
            guard let answer = failure.page?.response else { return Problem(.refused, sentence(failure.message)) }
            let reason = answer.reason.isEmpty ? "" : " \(answer.reason)"
            return Problem(
                .refused, "\(name) answered with \(answer.status)\(reason).",
                notes: answer.body.isEmpty ? ["No page came with it."] : [])
        }
    }

    private static func recipient(of text: String) -> String {
        let bytes = text.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst().prefix { $0 != UInt8(ascii: "?") }
        return PercentCoding.decode(Substring(bytes))
    }

    /// Whether the host of an address has a user before it: `https://joe@dev1.service-now.com/`.
    private static func namesUser(_ text: String) -> Bool {
        let marks = Array(":/\\".utf8), ends = Array("/\\?#".utf8)
        let authority = text.utf8.drop { !marks.contains($0) }.drop { marks.contains($0) }.prefix { !ends.contains($0) }
        return authority.contains(UInt8(ascii: "@"))
    }

    /// Ends with a full stop, as sentences do.
    private static func sentence(_ text: String) -> String {
        text.last.map { ".!?:".contains($0) } ?? true ? text : text + "."
    }
}
