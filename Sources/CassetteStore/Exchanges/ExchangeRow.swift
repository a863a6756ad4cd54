import Database
import ExchangeModel

/// An exchange as one joined row, and the value read from it. What a stranger's file claims is checked here; a claim
/// that cannot stand is damage, never a crash.
enum ExchangeRow {
    /// The statement, without its WHERE. `answerBodies: false` leaves the answers' bodies in the file.
    static func select(answerBodies: Bool) -> String { answerBodies ? whole : withoutAnswerBodies }

    private static let whole = text("b.bytes", "LEFT JOIN body b ON b.id=o.body")
    private static let withoutAnswerBodies = text("x''", "")

    /// The answer alone, in the same places.
    static let answer = """
        SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, o.exchange, o.failure, \
        o.status, o.reason, o.headers, o.body, b.bytes, o.http_version, o.content_coding, o.resolved, o.connected, \
        o.secured, o.first_byte, o.total FROM outcome o LEFT JOIN body b ON b.id=o.body WHERE o.exchange=?
        """

    private static func text(_ answerBody: String, _ join: String) -> String {
        """
        SELECT e.id, e.session, e.command, e.epoch, e.purpose, e.started_at, e.key, e.key_hash, e.principal, e.method, \
        e.url, e.headers, e.body, r.bytes, o.exchange, o.failure, o.status, o.reason, o.headers, o.body, \
        \(answerBody), o.http_version, o.content_coding, o.resolved, o.connected, o.secured, o.first_byte, o.total \
        FROM exchange e \
        LEFT JOIN body r ON r.id=e.body LEFT JOIN outcome o ON o.exchange=e.id \(join)
        """
    }

    static func read(_ row: Statement, bodyLimit: Int) throws(DatabaseError) -> ExchangeRecord {
        if row.byteCount(13) > bodyLimit || row.byteCount(20) > bodyLimit {
            throw DatabaseError(code: DatabaseError.Code.tooBig.rawValue, message: "body above the limit")
        }
        if !row.isNull(12) && row.isNull(13) { throw row.damage("a request without its body") }
        let request = RequestRecord(
            session: try row.ordinal(1), command: try row.optionalOrdinal(2), epoch: try row.optionalOrdinal(3),
            purpose: row.text(4), startedAt: try row.moment(5), key: row.text(6), keyHash: row.integer(7),
            principal: row.optionalText(8), method: row.text(9), url: row.text(10), headers: try row.headers(11),
            body: row.isNull(12) ? nil : row.blob(13))
        return ExchangeRecord(id: try row.ordinal(0), request: request, outcome: try outcome(row))
    }

    static func outcome(_ row: Statement) throws(DatabaseError) -> OutcomeRecord {
        if row.isNull(14) { return .interrupted }
        if let failure = row.optionalText(15) {
            guard let kind = TransportFailure.Kind(rawValue: failure) else { throw row.damage("an unknown failure") }
            return .failure(TransportFailure(recorded: kind, row.text(17)))
        }
        if row.isNull(20) { throw row.damage("an answer without its body") }
        guard (100...999).contains(row.integer(16)) else { throw row.damage("an impossible status") }
        return .response(
            HTTPResponse(
                status: Int(row.integer(16)), reason: row.text(17), headers: try row.headers(18), body: row.blob(20),
                facts: ResponseFacts(
                    httpVersion: row.text(21), contentCoding: row.optionalText(22),
                    timings: Timings(
                        resolved: try row.ordinal(23), connected: try row.ordinal(24), secured: try row.ordinal(25),
                        firstByte: try row.ordinal(26), total: try row.ordinal(27)))))
    }
}
