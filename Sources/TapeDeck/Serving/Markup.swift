import ExchangeModel
import Notation

/// Pages that the server of a tape writes itself.
enum Markup {
    /// A page of a title and its content, which is HTML. It may load nothing and run nothing.
    static func page(_ status: Int, _ title: String, _ content: String) -> HTTPResponse {
        let text = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(escaped(title))</title>
            <meta name="viewport" content="width=device-width">
            <style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:50em;margin:2em auto;\
            padding:0 1em}li,dd{overflow-wrap:anywhere}code{font-size:.9em}small{opacity:.75}</style></head>
            <body><h1>\(escaped(title))</h1>
            \(content)
            </body></html>

            """
        return HTTPResponse(
            status: status,
            headers: [
                "Content-Type": "text/html;charset=utf-8", "Cache-Control": "no-store",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
                "X-Content-Type-Options": "nosniff",
            ], body: Array(text.utf8))
    }

    /// A link to a place on this server.
    static func link(_ target: String, _ text: String) -> String {
        "<a href=\"\(escaped(HTTPURL.rooted(target)))\">\(escaped(text))</a>"
    }

    /// A text as it stands in HTML, also within quotes, without control characters.
    static func escaped(_ text: String) -> String { MarkupText.escaped(MissText.plain(text)) }
}
