/// IANA media types by file name extension.
package enum MediaTypes {
    static let unknown = "application/octet-stream"

    package static func type(of name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return unknown }
        return byEnding[ASCII.lowercased(String(name[name.utf8.index(after: dot)...]))] ?? unknown
    }

    package static let all = Set(byEnding.values).union([unknown]).sorted()

    /// Whether a text has the form `type/subtype`, optionally with parameters (RFC 9110, 8.3.1).
    package static func isValid(_ text: String) -> Bool {
        let name = text.utf8.prefix { $0 != UInt8(ascii: ";") }
        let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(HeaderValue.isToken) }
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    private static let byEnding: [String: String] = [
        "7z": "application/x-7z-compressed", "avif": "image/avif", "bmp": "image/bmp", "bz2": "application/x-bzip2",
        "css": "text/css", "csv": "text/csv",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "eml": "message/rfc822", "gif": "image/gif", "gz": "application/gzip", "heic": "image/heic",
        "htm": "text/html", "html": "text/html", "ics": "text/calendar", "jpeg": "image/jpeg", "jpg": "image/jpeg",
        "js": "text/javascript", "json": "application/json", "log": "text/plain", "md": "text/markdown",
        "mp3": "audio/mpeg", "mp4": "video/mp4", "msg": "application/vnd.ms-outlook",
        "odp": "application/vnd.oasis.opendocument.presentation",
        "ods": "application/vnd.oasis.opendocument.spreadsheet", "odt": "application/vnd.oasis.opendocument.text",
        "pdf": "application/pdf", "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "rtf": "application/rtf", "svg": "image/svg+xml", "tar": "application/x-tar", "tif": "image/tiff",
        "tiff": "image/tiff", "tsv": "text/tab-separated-values", "txt": "text/plain", "wav": "audio/wav",
        "webm": "video/webm", "webp": "image/webp", "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xml": "application/xml",
        "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    ]
}
