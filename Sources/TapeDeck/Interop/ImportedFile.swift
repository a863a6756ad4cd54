package import ExchangeModel

/// What a reader needs to know besides the text.
package struct ImportContext: Sendable {
    /// The file's name in messages; nil if it is the only file.
    package var name: String?
    /// The time of exchanges without one.
    package var now: Timestamp
    /// The maximum size of a decompressed body.
    package var bodyLimit: Int

    package init(name: String?, now: Timestamp, bodyLimit: Int) {
        (self.name, self.now, self.bodyLimit) = (name, now, bodyLimit)
    }

    /// A UTF-8 text without its byte order mark.
    static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }
}

/// A file of another program: its exchanges in order, and what could not be read. Nothing is redacted yet.
package struct ImportedFile: Sendable {
    let name: String?
    private(set) var exchanges: [ImportedExchange] = []
    var losses = ConversionLosses()
    /// The sessions and commands in a file that Snowdeck wrote; only if it is the only file.
    var log: HARExtensionLog?
    /// The number of entries, including those that cannot be read.
    package private(set) var count = 0
    private var last: Timestamp?

    init(name: String?) { self.name = name }

    /// Adds the next entry; one that cannot be read is a loss.
    mutating func add(_ read: (_ number: Int) throws(EntryError) -> ImportedExchange) {
        count += 1
        do throws(EntryError) {
            var exchange = try read(count)
            exchange.file = name
            exchanges.append(exchange)
        } catch {
            losses.add(error.sort, at: error.place(count, name))
        }
    }

    /// Adds a checked draft. One without a time gets that of its response, and never one before its predecessor.
    mutating func add(_ draft: ExchangeDraft, _ context: ImportContext) {
        var time = draft.startedAt
        if time == nil {
            let next = last.map { Timestamp(microseconds: $0.microseconds &+ 1) }
            let known = draft.response?.headers.first { HeaderFields.same($0.0, "Date") }.flatMap {
                HARTime.ofCookie($0.1)
            }
            time = max(known ?? next ?? context.now, next ?? Timestamp(microseconds: .min))
            if draft.response != nil { losses.add(.noTimes) }
        }
        let startedAt = time ?? context.now
        last = max(startedAt, last ?? startedAt)
        add { (number) throws(EntryError) in
            try draft.exchange(number, startedAt: startedAt, bodyLimit: context.bodyLimit)
        }
    }
}
