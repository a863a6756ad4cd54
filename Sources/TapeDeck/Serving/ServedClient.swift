import ExchangeModel
import Notation

/// What a request tells of who sends it: browsers say what they want it for (Fetch Metadata).
struct ServedClient {
    private let request: HTTPRequest

    init(_ request: HTTPRequest) { self.request = request }

    /// Whether a page is wanted, in a window or a frame, and not something that belongs to one.
    var isNavigation: Bool {
        request.headers["Sec-Fetch-Mode"].map { ASCII.lowercased($0) == "navigate" } ?? wantsHTML
    }

    /// Whether an explanation is best read as a page.
    var wantsHTML: Bool {
        // By bytes: it is asked for every request.
        let wanted = "text/html".utf8
        guard var rest = request.headers["Accept"]?.utf8[...] else { return false }
        while rest.count >= wanted.count {
            if zip(rest, wanted).allSatisfy({ ASCII.lowercased($0) == $1 }) { return true }
            rest.removeFirst()
        }
        return false
    }

    /// Whether a person's browser asks, for a page or for what belongs to one, and no program.
    var isBrowser: Bool { request.headers["Sec-Fetch-Mode"] != nil || wantsHTML }

    /// Whether a page of another website sent it for its own ends: everything but following a link here.
    ///
    /// - Parameter allowed: origins whose pages may send what they want.
    func isForeign(allowing allowed: Set<String>) -> Bool {
        if let origin = request.headers["Origin"], allowed.contains(origin.lowercased()) { return false }
        let isRead = request.method == .get || request.method == .head
        if let site = request.headers["Sec-Fetch-Site"].map({ ASCII.lowercased($0) }) {
            if site == "same-origin" || site == "none" { return false }
            return !(isRead && isNavigation)
        }
        guard let origin = request.headers["Origin"], !isRead else { return false }
        return !origin.utf8.elementsEqual(request.url.origin.utf8)
    }
}
