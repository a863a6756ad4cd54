import CassetteStore
import ExchangeModel
import Notation
import Redactors
import TapeDeck

/// An exchange to be written, redacted.
struct ExportedExchange: Sendable {
    let record: ExchangeRecord
    let request: HTTPRequest
    /// Nil if the request failed or was interrupted.
    let response: HTTPResponse?

    let place: String
}

/// Writes exchanges in a format.
protocol ExchangeWriter {
    /// Whether a request without a response can be written.
    var takesRequestsAlone: Bool { get }
    mutating func begin() throws -> [UInt8]
    mutating func write(_ exchange: ExportedExchange, _ losses: inout ConversionLosses) throws -> [UInt8]
    mutating func end() throws -> [UInt8]
}

/// Writes a list of exchanges, each a request and its response.
protocol ListWriter: ExchangeWriter {
    var document: ListDocument { get set }
    mutating func node(
        _ exchange: ExportedExchange, _ response: HTTPResponse, sent: DataNode, received: DataNode,
        _ losses: inout ConversionLosses
    ) -> DataNode
}

extension ListWriter {
    var takesRequestsAlone: Bool { false }
    func begin() throws -> [UInt8] { try document.begin() }
    func end() throws -> [UInt8] { try document.end() }

    mutating func write(_ exchange: ExportedExchange, _ losses: inout ConversionLosses) throws -> [UInt8] {
        guard let response = exchange.response else { return [] }
        let sent = GroupedFields(exchange.request.headers), received = GroupedFields(response.headers)
        if sent.isReordered || received.isReordered { losses.add(.headerOrder, at: exchange.place) }
        return try document.add(node(exchange, response, sent: sent.node, received: received.node, &losses))
    }
}

/// A tape in another format. Everything is redacted again first, so a secret that an older version recorded is not
/// exported.
struct ExchangeExport: TapeExport {
    private enum Stage { case begin, exchanges(after: Int64), end }

    private let tape: RedactedTape
    private var writer: any ExchangeWriter
    private var stage = Stage.begin
    private(set) var losses = ConversionLosses()
    private(set) var count = 0
    private var names = RequestNames()

    /// Nothing is read before the first call of `next()`.
    init(of cassette: Cassette, _ options: ExportOptions, _ writer: any ExchangeWriter) {
        tape = RedactedTape(cassette, secrets: options.secrets)
        self.writer = writer
    }

    mutating func next() throws -> [UInt8]? {
        switch stage {
        case .begin:
            _ = try tape.sessions()
            for _ in 0..<(try tape.cassette.commandCount()) { losses.add(.omittedCommands) }
            stage = .exchanges(after: 0)
            return try writer.begin()
        case .exchanges(let last):
            guard let id = try tape.cassette.requests(after: last, limit: 1).first?.id,
                let exchange = try tape.exchange(id)
            else {
                stage = .end
                return try writer.end()
            }
            stage = .exchanges(after: id)
            return try write(exchange)
        case .end: return nil
        }
    }

    private mutating func write(_ exchange: RedactedTape.Exchange) throws -> [UInt8] {
        let record = exchange.record
        let place = names.next(record.id, of: record.request.command)
        guard exchange.isReadable, let request = HTTPRequest(record.request) else {
            losses.add(.unreadable, at: place)
            return []
        }
        if exchange.hadSecrets { losses.add(.secrets, at: place) }
        var response: HTTPResponse?
        if case .response(let answer) = record.outcome {
            response = answer.withOwnLength(answering: request.method)
            // Earlier versions recorded a note in place of a large body.
            if answer.headers["X-Snowdeck-Request-Body"] != nil { losses.add(.largeBodies, at: place) }
        }
        if response == nil, !writer.takesRequestsAlone {
            losses.add(.omitted, at: place)
            return []
        }
        count += 1
        return try writer.write(
            ExportedExchange(record: record, request: request, response: response, place: place), &losses)
    }
}

/// Header fields grouped by name, as in formats whose header fields are a mapping.
struct GroupedFields {
    private(set) var groups: [(name: String, values: [String])] = []
    /// Whether fields of one name were not adjacent, so that the order is lost.
    private(set) var isReordered = false

    init(_ headers: HeaderFields) {
        for field in headers {
            if let place = groups.firstIndex(where: { HeaderFields.same($0.name, field.name) }) {
                groups[place].values.append(field.value)
                if place != groups.count - 1 { isReordered = true }
            } else {
                groups.append((field.name, [field.value]))
            }
        }
    }

    var node: DataNode { .mapping(groups.map { DataNode.Member($0.name, .sequence($0.values.map(DataNode.text))) }) }

    /// The fields of such a mapping: each value is a text or a list of texts.
    static func lines(of node: DataNode?) -> HeaderFields {
        HeaderFields(
            (node?.members ?? []).flatMap { member in
                let values = member.value.elements.isEmpty ? [member.value] : member.value.elements
                return values.compactMap(\.text).map { HeaderField(member.name, $0) }
            })
    }
}

struct ListDocument {
    private let yaml: YAMLWriter?
    private let list: String
    private let members: [DataNode.Member]
    private var isFirst = true

    /// - Parameters:
    /// - list: the name of the list.
    /// - members: what follows the list.
    init(isJSON: Bool, _ list: String, then members: [DataNode.Member]) throws(ImportError) {
        (self.list, self.members) = (list, members)
        do throws(YAMLError) {
            yaml = isJSON ? nil : try YAMLWriter()
        } catch {
            throw ImportError(error)
        }
    }

    func begin() throws -> [UInt8] {
        guard let yaml else { return Array("{\"\(list)\": [\n".utf8) }
        yaml.beginMapping()
        yaml.add(.text(list))
        yaml.beginSequence()
        return try yaml.take()
    }

    package mutating func add(_ node: DataNode) throws -> [UInt8] {
        guard let yaml else {
            defer { isFirst = false }
            return (isFirst ? [] : [UInt8(ascii: ",")]) + node.json.compactBytes + [10]
        }
        yaml.add(node)
        return try yaml.take()
    }

    func end() throws -> [UInt8] {
        guard let yaml else {
            let rest = members.map { ", \"\($0.name)\": \($0.value.json.compact)" }
            return Array(("]" + rest.joined() + "}\n").utf8)
        }
        yaml.endSequence()
        for member in members {
            yaml.add(.text(member.name))
            yaml.add(member.value)
        }
        yaml.endMapping()
        yaml.end()
        return try yaml.take()
    }
}
