import ExchangeModel
import Shell

/// What `--allow-origin` names.
enum AllowedOrigins {
    /// The origins as browsers write them. Throws a problem that points at the one that is none.
    static func named(by verb: BoundArguments) throws(Problem) -> Set<String> {
        var origins: Set<String> = []
        for given in verb.given("allow-origin") {
            guard let origin = origin(given.text) else {
                throw Problem(
                    .usage, "\(given.text) is not an origin.",
                    source: Problem.Source(text: verb.line, span: given.span),
                    hints: ["--allow-origin https://app.example:8443"])
            }
            origins.insert(origin)
        }
        return origins
    }

    /// Scheme, host and port; `null` is the origin of pages that have none, such as files.
    private static func origin(_ text: String) -> String? {
        if text == "null" { return text }
        guard let url = HTTPURL(text), url.path == "/", url.query == nil, !text.utf8.contains(UInt8(ascii: "#")) else {
            return nil
        }
        return url.origin
    }
}
