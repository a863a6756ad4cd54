import ExchangeModel

/// A response being received. Confined to the worker's thread.
final class IncomingResponse {
    /// What exceeded its limit, or that the body is not in its coding.
    enum Excess { case headers, body, coding }

    /// Ten times more than any instance sends; it limits what a hostile server can make us store. libcurl has its own
    /// limit of 300 kB, whose error looks like a broken connection.
    static let headerLimit = 256 << 10
    /// libcurl's own limit for one line.
    static let lineLimit = 100 << 10

    private let bodyLimit: Int
    private var status = 0
    private var reason = ""
    private var version = "1.1"
    private var fields: [HeaderField] = []
    private var headerBytes = 0
    /// Whether the next line is the first of a head, so that a field whose name begins like a status line is not one.
    private var isAtStart = true
    private var body: [UInt8] = []
    private(set) var excess: Excess?
    /// Whether the final status and header fields are complete. Later fields are trailers.
    private(set) var isHeadComplete = false
    private var decoder: Decoder?

    /// How the body is decoded, once it begins.
    private enum Decoder {
        case plain
        case gzip(GzipReader)
    }

    init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

    /// The common part of libcurl's data callbacks: accepting fewer bytes than given ends the transfer.
    static func receive(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ take: (IncomingResponse, UnsafeBufferPointer<UInt8>) -> Int
    ) -> Int {
        guard let context, let bytes, count > 0 else { return count }
        let response = Unmanaged<IncomingResponse>.fromOpaque(context).takeUnretainedValue()
        let start = UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self)
        return take(response, UnsafeBufferPointer(start: start, count: count))
    }

    /// Takes one line of the head, with its line end. Interim responses (1xx) and trailers are ignored.
    func takeHeaderLine(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !isHeadComplete else { return true }
        headerBytes += line.count
        guard headerBytes <= IncomingResponse.headerLimit else {
            excess = .headers
            return false
        }
        var end = line.count
        while end > 0, line[end - 1] == UInt8(ascii: "\n") || line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        let text = UnsafeBufferPointer(rebasing: line[..<end])
        defer { isAtStart = text.isEmpty }
        if text.isEmpty {
            isHeadComplete = status >= 200
        } else if isAtStart, text.starts(with: "HTTP/".utf8) {
            takeStatusLine(text)
        } else if text[0] == UInt8(ascii: " ") || text[0] == UInt8(ascii: "\t") {
            continueLastField(text)
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0 {
            fields.append(
                HeaderField(
                    name: UnsafeBufferPointer(rebasing: text[..<colon]),
                    value: UnsafeBufferPointer(rebasing: text[(colon + 1)...])))
        }
        return true
    }

    /// Whether the head is complete, and the body ends where its coding does.
    func isWhole() -> Bool {
        if case .gzip(let reader) = decoder, !reader.isAtEnd { excess = .coding }
        return isHeadComplete && excess == nil
    }

    /// Takes a piece of the body; false ends the transfer.
    func takeBody(_ piece: UnsafeBufferPointer<UInt8>, isDecoded: Bool) -> Bool {
        guard isDecoded else { return takeDecoded(piece) }
        guard let decoder = decoder ?? chosenDecoder() else { return false }
        self.decoder = decoder
        guard case .gzip(let reader) = decoder else { return takeDecoded(piece) }
        var isTaken = true
        let progress = reader.read(piece) {
            isTaken = takeDecoded($0)
            return isTaken
        }
        if progress == .malformed { excess = .coding }
        return progress != .malformed && isTaken
    }

    /// Nil for a coding that was not asked for.
    private func chosenDecoder() -> Decoder? {
        let codings = codings
        if codings.isEmpty { return .plain }
        if codings.count == 1, ["gzip", "x-gzip"].contains(where: { HeaderFields.same($0, codings[0]) }) {
            return .gzip(GzipReader())
        }
        excess = .coding
        return nil
    }

    private var codings: [String] {
        HeaderFields(fields).values(of: "Content-Encoding").filter { !HeaderFields.same($0, "identity") }
    }

    private func takeDecoded(_ piece: UnsafeBufferPointer<UInt8>) -> Bool {
        guard piece.count <= bodyLimit - body.count else {
            excess = .body
            return false
        }
        if body.isEmpty, let stated = HeaderFields(fields)["Content-Length"], let length = Int(stated) {
            body.reserveCapacity(min(max(length, 0), bodyLimit, 16 << 20))
        }
        body.append(contentsOf: piece)
        return true
    }

    /// The response without timings. Once the body is decoded, `Content-Encoding` and `Content-Length` no longer apply.
    func response(isDecoded: Bool, isHead: Bool) -> HTTPResponse {
        var response = HTTPResponse(status: status, reason: reason, headers: HeaderFields(fields), body: body)
        response.facts.httpVersion = version
        guard isDecoded, !isHead, status != 204, status != 304 else { return response }
        if !codings.isEmpty {
            response.facts.contentCoding = codings.joined(separator: ", ")
            response.headers.remove("Content-Encoding")
            response.headers.remove("Content-Length")
        }
        return response
    }

    /// `HTTP/1.1 200 OK`. It begins a new head: the previous one was an interim response.
    private func takeStatusLine(_ line: UnsafeBufferPointer<UInt8>) {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        fields.removeAll()
        version = String(decoding: UnsafeBufferPointer(rebasing: parts[0].dropFirst(5)), as: UTF8.self)
        status =
            parts.count > 1 ? Int(String(decoding: UnsafeBufferPointer(rebasing: parts[1]), as: UTF8.self)) ?? 0 : 0
        let phrase =
            parts.count > 2 ? UnsafeBufferPointer(rebasing: parts[2]) : UnsafeBufferPointer(rebasing: line[..<0])
        reason = HeaderField(name: UnsafeBufferPointer(rebasing: line[..<0]), value: phrase).value
    }

    /// Line folding: the value continues after one space (RFC 9112, 5.2).
    private func continueLastField(_ line: UnsafeBufferPointer<UInt8>) {
        guard let last = fields.indices.last else { return }
        let more = HeaderField(name: UnsafeBufferPointer(rebasing: line[..<0]), value: line).value
        if !more.isEmpty { fields[last].value += (fields[last].value.isEmpty ? "" : " ") + more }
    }
}
