/// Bytes that look random and that only the holder of a key can foresee: made from the key and from what is signed, as
/// RFC 6979, 3.2, makes the number that each ECDSA signature needs. So the same key signs the same text the same way,
/// and a bad source of chance gives no key away. RSA hides its work behind them.
///
/// Unlike there the digest is not reduced by the order of the curve first, which concerns one digest in four thousand
/// million and nobody who verifies.
struct ForeseenBytes {
    private var key = [UInt8](repeating: 0, count: 32)
    private var value = [UInt8](repeating: 1, count: 32)
    private var isUsed = false

    /// Bytes for signing one digest with one secret.
    init(secret: [UInt8], digest: [UInt8]) {
        for mark: UInt8 in [0, 1] {
            key = HMACSHA256.code(of: value + [mark] + secret + digest, key: key)
            value = HMACSHA256.code(of: value, key: key)
        }
    }

    /// The next bytes.
    mutating func next(_ count: Int) -> [UInt8] {
        if isUsed {
            key = HMACSHA256.code(of: value + [0], key: key)
            value = HMACSHA256.code(of: value, key: key)
        }
        isUsed = true
        var bytes: [UInt8] = []
        while bytes.count < count {
            value = HMACSHA256.code(of: value, key: key)
            bytes += value
        }
        return Array(bytes.prefix(count))
    }

    /// Hands itself to C as the context of `fill`.
    mutating func lent<Result>(to body: (UnsafeMutableRawPointer) -> Result) -> Result {
        withUnsafeMutablePointer(to: &self) { body(UnsafeMutableRawPointer($0)) }
    }

    /// For C: the context is a value of this type.
    static let fill: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<UInt8>?) -> Void = {
        context, count, bytes in
        guard let context, let bytes else { return }
        let made = context.assumingMemoryBound(to: ForeseenBytes.self).pointee.next(count)
        bytes.update(from: made, count: made.count)
    }
}
