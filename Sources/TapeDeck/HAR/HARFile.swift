import Notation

/// A HAR 1.2 file, looked at from outside: it is JSON, and has a log with entries (http://www.softwareishard.com/blog/har-12-spec).
package struct HARFile: Sendable {
    /// The log's entries, in the file's order.
    let entries: [JSONNode]
    /// What Snowdeck wrote into the log, when it did.
    let own: JSONNode?
    /// What messages call the file among several; nil for the only one.
    let name: String?
    /// The program that wrote the file, as it says itself; nil when it does not.
    package let creator: String?

    /// Reads a file. A byte order mark in front is no matter.
    package init(_ bytes: [UInt8], called name: String? = nil) throws(HARError) {
        self.name = name
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(bytes).root
        } catch {
            throw HARError(.notJSON, "It is not JSON: \(error.description).")
        }
        guard let log = root["log"], log.kind == .object else {
            throw HARError(.notHAR, "It is JSON, but no HAR: it has no 'log'.")
        }
        guard let entries = log["entries"], entries.kind == .array else {
            throw HARError(.notHAR, "It is no HAR: its log has no list of 'entries'.")
        }
        self.entries = Array(entries.elements)
        own = log[HAROwn.name]
        let names = ["name", "version"].compactMap { log["creator"]?[$0]?.string }.filter { !$0.isEmpty }
        creator = names.isEmpty ? nil : names.joined(separator: " ")
    }

    /// How many entries the file has.
    package var count: Int { entries.count }
}
