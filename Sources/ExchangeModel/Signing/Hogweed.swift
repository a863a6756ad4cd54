import CHogweed

/// Hogweed, opened at first use. Whoever holds a value of it may call the library.
struct Hogweed: Sendable, Hashable {
    /// Opens the library.
    init() throws(SigningError) {
        guard let reason = chogweed_open() else { return }
        throw SigningError(
            .libraryMissing,
            "libhogweed.so.6 cannot be opened (\(String(cString: reason))); it comes with the Debian package "
                + "libhogweed6.")
    }

    /// Whether a public key can be worked with.
    func isUsable(_ key: PublicNumbers) -> Bool {
        switch key {
        case .rsa(let modulus, let exponent):
            Hogweed.withNumbers([modulus, exponent]) { numbers in
                var key = chogweed_rsa_public(modulus: numbers[0], exponent: numbers[1])
                return chogweed_rsa_is_usable(&key) == 1
            }
        case .p256(let point): point.count == 64 && chogweed_p256_is_point(point) == 1
        }
    }

    /// The public key that belongs to a private one; nil when there is none.
    func publicNumbers(of key: PrivateNumbers) -> PublicNumbers? {
        switch key {
        case .rsa(let modulus, let exponent, _): return .rsa(modulus: modulus, exponent: exponent)
        case .p256(let secret):
            var point = [UInt8](repeating: 0, count: 64)
            let isGood = Hogweed.withNumbers([secret]) { chogweed_p256_point($0[0], &point) == 1 }
            return isGood ? .p256(point: point) : nil
        }
    }

    /// The signature of a digest of 32 bytes; nil when the parts of the key do not belong together.
    func sign(_ digest: [UInt8], with key: PrivateNumbers) -> [UInt8]? {
        switch key {
        case .rsa(let modulus, let exponent, let parts):
            guard digest.count == 32, parts.count == 5 else { return nil }
            var random = ForeseenBytes(secret: parts.flatMap { $0 }, digest: digest)
            var signature = [UInt8](repeating: 0, count: modulus.count)
            let room = signature.count
            let isGood = Hogweed.withNumbers([modulus, exponent] + parts) { numbers in
                var key = chogweed_rsa_public(modulus: numbers[0], exponent: numbers[1])
                var secret = chogweed_rsa_private(
                    p: numbers[2], q: numbers[3], dp: numbers[4], dq: numbers[5], qinv: numbers[6])
                return random.lent {
                    chogweed_rsa_sign(&key, &secret, $0, ForeseenBytes.fill, digest, &signature, room) == 1
                }
            }
            return isGood ? signature : nil
        case .p256(let secret):
            guard digest.count == 32 else { return nil }
            var random = ForeseenBytes(secret: secret, digest: digest)
            var signature = [UInt8](repeating: 0, count: 64)
            let isGood = Hogweed.withNumbers([secret]) { numbers in
                random.lent { chogweed_p256_sign(numbers[0], $0, ForeseenBytes.fill, digest, &signature) == 1 }
            }
            return isGood ? signature : nil
        }
    }

    /// Whether it is a signature of a digest of 32 bytes.
    func verify(_ signature: [UInt8], of digest: [UInt8], with key: PublicNumbers) -> Bool {
        guard digest.count == 32 else { return false }
        switch key {
        case .rsa(let modulus, let exponent):
            return Hogweed.withNumbers([modulus, exponent]) { numbers in
                var key = chogweed_rsa_public(modulus: numbers[0], exponent: numbers[1])
                return chogweed_rsa_verify(&key, digest, signature, signature.count) == 1
            }
        case .p256(let point):
            return signature.count == 64 && point.count == 64
                && chogweed_p256_verify(point, digest, signature) == 1
        }
    }

    /// Lays numbers side by side, so that one pointer reaches them all.
    private static func withNumbers<Result>(_ numbers: [[UInt8]], _ body: ([chogweed_number]) -> Result) -> Result {
        numbers.flatMap { $0 }.withUnsafeBufferPointer { bytes in
            var offset = 0
            return body(
                numbers.map { number in
                    defer { offset += number.count }
                    return chogweed_number(bytes: bytes.baseAddress.map { $0 + offset }, count: number.count)
                })
        }
    }
}
