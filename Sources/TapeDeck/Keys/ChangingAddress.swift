import ExchangeModel
import Notation

/// Addresses of an instance whose GET is known to change something.
enum ChangingAddress {
    /// Processors and pages, as the last step of a path: they run a script that the query names, empty caches, end the
    /// session or transactions, and give out or revoke tokens.
    private static let processors: [StaticString] = [
        "xmlhttp.do", "ui_page_process.do", "sys.scripts.do", "cache.do", "logout.do", "cancel_my_transaction.do",
        "impersonate.do", "oauth_token.do", "oauth_revoke_token.do",
    ]

    /// What JSON processors do without changing anything; `sysparm_action` may be any of their actions.
    private static let readingActions: Set<String> = ["get", "getKeys", "getRecords"]

    /// Whether a path names a changing processor in any step and spelling.
    static func isNamed(byPath path: String) -> Bool {
        decoded(path).utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.contains { step in
            let name = step.prefix { $0 != UInt8(ascii: ";") }
            let end = name.lastIndex { $0 > 32 && $0 != UInt8(ascii: ".") }
            var written = end.map { String(Substring(name[...$0])) } ?? ""
            return written.withUTF8(isProcessor)
        }
    }

    /// A path without escapes, however often they were escaped.
    static func decoded(_ path: String) -> String {
        var path = path
        while case let plain = PercentCoding.decode(path), plain != path { path = plain }
        return path
    }

    /// Whether a query's field makes a page or processor do something: `sys_action=…`, as a form's button sends it.
    static func isNamed(_ field: (name: String, value: String)) -> Bool {
        var name = field.name
        guard name.withUTF8(isSuspect) else { return false }
        switch ASCII.lowercased(field.name) {
        case "sysparm_action": return !readingActions.contains(field.value)
        default: return !overridesRequest(field.name)
        }
    }

    /// Whether a server may take the method from a query's field: `_method`, in frameworks also `_method[]`.
    static func overridesRequest(_ name: String) -> Bool {
        var name = name
        return name.withUTF8(isOverride)
    }

    private static func isOverride(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        HeaderField.overridesRequest(UnsafeBufferPointer(rebasing: name.prefix { $0 > 32 && $0 != UInt8(ascii: "[") }))
    }

    /// Whether nothing in a path and query has to be looked at closely for a GET, from their bytes alone.
    static func isPlain(_ target: UnsafeBufferPointer<UInt8>) -> Bool {
        let path = UnsafeBufferPointer(rebasing: target.prefix { $0 != UInt8(ascii: "?") })
        var step = 0
        for place in 0...path.count {
            let byte = place < path.count ? path[place] : UInt8(ascii: "/")
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: ";"), UInt8(ascii: "\\"): return false
            case UInt8(ascii: "/"):
                let name = UnsafeBufferPointer(rebasing: path[step..<place])
                if isProcessor(name) || name.isWord("graphql") || name.last == UInt8(ascii: ".") { return false }
                step = place + 1
            default: break
            }
        }
        var start = path.count + 1, isName = true, place = start
        while start <= target.count {
            let byte = place < target.count ? target[place] : UInt8(ascii: "&")
            let isEnd = byte == UInt8(ascii: "&") || byte == UInt8(ascii: ";")
            if isName {
                if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") { return false }
                if isEnd || byte == UInt8(ascii: "=") {
                    if isSuspect(UnsafeBufferPointer(rebasing: target[start..<place])) { return false }
                    isName = false
                }
            }
            if isEnd { (start, isName) = (place + 1, true) }
            place += 1
        }
        return true
    }

    private static func isProcessor(_ step: UnsafeBufferPointer<UInt8>) -> Bool {
        step.count > 7 && step[step.count - 3] == UInt8(ascii: ".") && processors.contains { step.isWord($0) }
    }

    private static func isSuspect(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.count >= 7 else { return false }
        return UnsafeBufferPointer(rebasing: name.prefix(8)).isWord("sysverb_")
            || UnsafeBufferPointer(rebasing: name.prefix(10)).isWord("sys_action") || name.isWord("sysparm_action")
            || isOverride(name)
    }
}
