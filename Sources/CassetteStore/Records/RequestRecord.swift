package import ExchangeModel

/// The request's half of an exchange, redacted, with what finds it again.
package struct RequestRecord: Sendable, Hashable {
    /// The session it was sent in.
    package var session: Int64
    /// Nil for traffic that belongs to no command (completion).
    package var command: Int64?
    /// Nil for traffic outside epochs: sign-in, schema, completion.
    package var epoch: Int64?
    /// `RequestPurpose` as text.
    package var purpose: String
    /// When it was reserved, just before it was sent.
    package var startedAt: Timestamp
    /// The request key's full text and its digest; the digest is the index, the text decides.
    package var key: String
    /// `StableHash` of the key.
    package var keyHash: Int64
    /// The user in whose name it was sent, as far as known.
    package var principal: String?
    /// As it was sent, not the one that an override makes of it.
    package var method: String
    /// The whole address, redacted.
    package var url: String
    /// The lines in the order they were sent.
    package var headers: HeaderFields
    /// Nil when it had none.
    package var body: [UInt8]?

    /// The request's half of parts.
    package init(
        session: Int64, command: Int64?, epoch: Int64?, purpose: String, startedAt: Timestamp, key: String,
        keyHash: Int64, principal: String?, method: String, url: String, headers: HeaderFields, body: [UInt8]?
    ) {
        self.session = session
        self.command = command
        self.epoch = epoch
        self.purpose = purpose
        self.startedAt = startedAt
        self.key = key
        self.keyHash = keyHash
        self.principal = principal
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
