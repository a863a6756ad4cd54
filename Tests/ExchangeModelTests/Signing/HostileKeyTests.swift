import Testing

@testable import ExchangeModel

/// Keys that are none, are of other sorts, or were made to do harm.
struct HostileKeyTests {
    @Test(
        arguments: [
            ("", .noKey), ("no key here", .noKey), ("-----BEGIN PRIVATE KEY-----", .noKey),
            ("-----BEGIN PRIVATE KEY-----\n-----END PUBLIC KEY-----", .noKey),
            ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", .noKey),
            ("----------\n-----BEGIN -----\n-----END -----", .noKey),
            ("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----", .damaged),
            ("-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----", .damaged),
            ("-----BEGIN PRIVATE KEY-----\nAAA\n-----END PRIVATE KEY-----", .damaged),
            ("-----BEGIN RSA PRIVATE KEY-----\nMAA=\n-----END RSA PRIVATE KEY-----", .damaged),
            ("-----BEGIN EC PRIVATE KEY-----\nMAA=\n-----END EC PRIVATE KEY-----", .damaged),
            ("-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----", .encrypted),
            (
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nMAA=\n"
                    + "-----END RSA PRIVATE KEY-----", .encrypted
            ),
            ("-----BEGIN OPENSSH PRIVATE KEY-----\nMAA=\n-----END OPENSSH PRIVATE KEY-----", .unsupported),
            ("-----BEGIN DSA PRIVATE KEY-----\nMAA=\n-----END DSA PRIVATE KEY-----", .unsupported),
        ] as [(String, SigningError.Kind)])
    func aTextWithoutAKeySaysWhatIsWrong(text: String, kind: SigningError.Kind) {
        #expect(signingFault(text) == kind)
    }

    /// Primes of 576 and 448 bits with a coefficient of 1, made by hand: the library asserts that such a product is long
    /// enough, and would end the process.
    @Test func aCoefficientThatIsTooShortIsRefused() throws {
        let key = """
            -----BEGIN RSA PRIVATE KEY-----
            MIICHAIBAAKBgQDf3xbwHQvEW2xxE0NLiF4MlJdJWEMlZP8GijoSiartkWcDhK36GS95eHtrwp9w
            uJFngldW9aBAgt7b3PcJ+yMNeS4WVo5jxquj+djhgxPXKVhsXIFNrGrb68tbLnpEjfK+VQsxrMjw
            f+2zJ23NkQ/hKJAilWxiCfMkZ/SVZnEPawIDAQABAoGAHlOsWc61f14bLJ49aYgJpY6jh+4K+o/Z
            9FrZTxWTMCeYWuOoZc7vnXby0UBGNRDrsaf4iPExSkvRH/KhIlRDKTnEJDzuloApoMTAvj4emznH
            XPN13hCezCkOxRVcTkIVe4u5NKc6R7KMm7K4EoGpbwH8qv3304lsQhgVIlaeGiECSQDlyT4b3OZj
            46Kp2S0f94GwWUvjsaY3lgVLtyBneLpmMWKfe9FQwGl+FDLMM2OZioMoOm5WBV5IBmpALND+FJHz
            1Up6uSNDCbkCOQD5aRzzdOnTcK1MtjlGqGfWT+CqeeZXQ26tcaMKf+M/F+zpQgJ3Wg5dya7MzYTs
            fQVDVys+QIOkQwJIQlV494QqgjWJlKycKTlDGAx/KujyyeMl/jiMQzKH5M5m4RFWWJBjI8Fi9K31
            F7Lzr95GUdDU6cfoTkRhxKddht1Q1eKyOj0JAjhO7N93f2DbQ0XkB6o6XOJ3JFHhQLAOn00v380L
            bor4FVcoPXZQVJRFQ6RoNQVCXRHETJpnmbzOxwIBAQ==
            -----END RSA PRIVATE KEY-----
            """
        #expect(throws: SigningError.self) { try SigningKey(pem: key).sign(Array("text".utf8)) }
    }

    @Test func onlyWhatIsWorkedWithIsRead() throws {
        let openssl = try OpenSSL()
        for (words, kind) in [
            ("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:768 -out key.pem", SigningError.Kind.unsupported),
            ("genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:1024 -out key.pem", .unsupported),
            (
                "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -pkeyopt rsa_keygen_primes:3 -out key.pem",
                .unsupported
            ),
            ("genpkey -algorithm ED25519 -out key.pem", .unsupported),
            ("ecparam -genkey -name secp384r1 -noout -out key.pem", .unsupported),
            ("ecparam -genkey -name secp256k1 -noout -out key.pem", .unsupported),
            ("ecparam -genkey -name prime256v1 -param_enc explicit -noout -out key.pem", .unsupported),
            ("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -aes256 -pass pass:x -out key.pem", .encrypted),
        ] {
            try openssl(words)
            #expect(signingFault(try openssl.text("key.pem")) == kind, "\(words)")
        }
        try openssl("ecparam -genkey -name prime256v1 -noout -out key.pem")
        try openssl("ec -in key.pem -pubout -conv_form compressed -out public.pem")
        #expect(verifyingFault(try openssl.text("public.pem")) == .unsupported)
    }

    @Test func theSizesThatAreReadEndWhereTheySay() {
        for (bits, isGood) in [(1023, false), (1024, true), (8192, true), (8193, false), (100_000, false)] {
            var modulus = [UInt8](repeating: 0xFF, count: (bits + 7) / 8)
            if bits % 8 != 0 { modulus[0] >>= UInt8(8 - bits % 8) }
            #expect(verifyingFault(rsa(modulus, [1, 0, 1])) == (isGood ? nil : .unsupported), "\(bits)")
            modulus[modulus.count - 1] = 0xFE
            #expect(verifyingFault(rsa(modulus, [1, 0, 1])) == .unsupported, "\(bits)")
        }
        let modulus = [UInt8](repeating: 0xFF, count: 256)
        for (exponent, isGood) in [
            ([0], false), ([1], false), ([2], false), ([3], true), ([1, 0, 0], false),
            ([1, 0, 0, 0, 0, 0, 0, 1], true),
            ([1, 0, 0, 0, 0, 0, 0, 0, 1], false), (modulus, false),
        ] as [([UInt8], Bool)] {
            #expect(verifyingFault(rsa(modulus, exponent)) == (isGood ? nil : .unsupported), "\(exponent)")
        }
    }

    /// Hogweed divides by these numbers and asserts that they fit together.
    @Test func aKeyWhosePartsDoNotBelongTogetherSignsNothing() throws {
        let openssl = try OpenSSL()
        try openssl("genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out key.pem")
        try openssl("rsa -in key.pem -traditional -outform DER -out key.der")
        var reader = DERReader(try openssl.bytes("key.der")[...])
        let found = reader.nested(.sequence)
        var key = try #require(found)
        let parts = (0..<9).compactMap { _ in key.number() }
        try #require(parts.count == 9)
        #expect(try SigningKey(pem: rsaPrivate(parts)).sign([1]).count == 128)
        let strange: [[UInt8]] = [
            [], [1], [2], [3], parts[1], parts[4], parts[5], parts[6].reversed(), [UInt8](repeating: 0xFF, count: 64),
            [UInt8](repeating: 0xFF, count: 128), [UInt8](repeating: 0xFF, count: 2000), parts[4].dropLast() + [0],
        ]
        for place in [1, 2, 4, 5, 6, 7, 8] {
            for number in strange where number != parts[place] {
                var parts = parts
                parts[place] = number
                let signature = (try? SigningKey(pem: rsaPrivate(parts)))?.signature(of: [1])
                #expect(signature == nil, "\(place) \(number.count)")
            }
        }
        // The private exponent is the one part that signing does not use.
        var others = parts
        others[3] = [5]
        #expect((try? SigningKey(pem: rsaPrivate(others)))?.signature(of: [1]) != nil)
        // Primes of very different sizes, and the two exchanged.
        others = parts
        (others[4], others[5]) = (parts[5], parts[4])
        #expect((try? SigningKey(pem: rsaPrivate(others)))?.signature(of: [1]) == nil)
        others = parts
        (others[4], others[5]) = ([1], parts[1])
        #expect((try? SigningKey(pem: rsaPrivate(others)))?.signature(of: [1]) == nil)
    }

    @Test func aNumberOutOfTheCurvesRangeIsNoKey() {
        let order = hex("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")
        var largest = order
        largest[31] -= 1
        for (secret, kind) in [
            ([], .damaged), ([0], .damaged), ([1], nil), (largest, nil), (order, .damaged),
            ([UInt8](repeating: 0xFF, count: 32), .damaged), ([UInt8](repeating: 0xFF, count: 33), .damaged),
        ] as [([UInt8], SigningError.Kind?)] {
            let curve: [UInt8] = [0xA0, 10, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]
            let der = sequence([2, 1, 1] + value(4, secret) + curve)
            #expect(signingFault(pem("EC PRIVATE KEY", der)) == kind, "\(secret)")
        }
        for point in [[UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64), Array(0..<64)] {
            let name: [UInt8] = [
                0x30, 19, 6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7,
            ]
            #expect(verifyingFault(pem("PUBLIC KEY", sequence(name + value(3, [0, 4] + point)))) == .damaged)
        }
    }

    /// Every cut and every changed byte of real keys: read or refused, and nothing else.
    @Test func damagedKeysAreReadOrRefused() throws {
        let openssl = try OpenSSL()
        try openssl("genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out rsa.pem")
        try openssl("ecparam -genkey -name prime256v1 -noout -out ec.pem")
        try openssl("req -x509 -new -key ec.pem -subj /CN=snowdeck -days 3650 -out certificate.pem")
        try openssl("pkcs8 -topk8 -nocrypt -in rsa.pem -outform DER -out rsa.der")
        try openssl("pkcs8 -topk8 -nocrypt -in ec.pem -outform DER -out ec.der")
        try openssl("x509 -in certificate.pem -outform DER -out certificate.der")
        for (name, label) in [
            ("rsa.der", "PRIVATE KEY"), ("ec.der", "PRIVATE KEY"), ("certificate.der", "CERTIFICATE"),
        ] {
            let der = try openssl.bytes(name)
            for place in der.indices {
                #expect(fault(pem(label, Array(der[..<place]))) != nil, "\(name) cut at \(place)")
                for byte: UInt8 in [0, 0x80, 0xFF, der[place] ^ 1] {
                    var damaged = der
                    damaged[place] = byte
                    _ = fault(pem(label, damaged))
                }
            }
        }
    }

    @Test func lengthsThatLieAreRefused() {
        for bytes in [
            [0x30, 0x80, 0, 0], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0x85, 1, 0, 0, 0, 0],
            [0x30, 0xFF], [0x30], [0x30, 0x81, 5, 2, 1, 0, 0, 0], [0x30, 0x82, 0, 5, 2, 1, 0, 0, 0], [0x3F, 1, 0],
        ] as [[UInt8]] {
            for label in ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"] {
                #expect(signingFault(pem(label, bytes)) == .damaged, "\(bytes)")
            }
            for label in ["PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE"] {
                #expect(verifyingFault(pem(label, bytes)) == .damaged, "\(bytes)")
            }
        }
        let deep = (0..<20_000).reduce(into: [UInt8]()) { bytes, _ in bytes += [0x30, 0x80] }
        #expect(signingFault(pem("PRIVATE KEY", deep)) == .damaged)
        #expect(signingFault(String(repeating: "-----BEGIN PRIVATE KEY-----\n", count: 100_000)) == .noKey)
    }

    private func signingFault(_ text: String) -> SigningError.Kind? {
        do throws(SigningError) { _ = try SigningKey(pem: text) } catch { return error.kind }
        return nil
    }

    private func verifyingFault(_ text: String) -> SigningError.Kind? {
        do throws(SigningError) { _ = try VerifyingKey(pem: text) } catch { return error.kind }
        return nil
    }

    /// As far as it gets: read, sign, verify.
    private func fault(_ text: String) -> SigningError.Kind? {
        do throws(SigningError) {
            guard text.contains("PRIVATE") else { return verifyingFault(text) }
            let key = try SigningKey(pem: text)
            _ = key.verifyingKey.verify(try key.sign([1]), of: [1])
        } catch { return error.kind }
        return nil
    }

    private func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) -> String {
        pem("RSA PUBLIC KEY", sequence(number(modulus) + number(exponent)))
    }

    private func rsaPrivate(_ parts: [[UInt8]]) -> String {
        pem("RSA PRIVATE KEY", sequence([2, 1, 0] + parts.dropFirst().flatMap(number)))
    }
}

extension SigningKey {
    fileprivate func signature(of message: [UInt8]) -> [UInt8]? { try? sign(message) }
}

private func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    switch content.count {
    case ..<0x80: [tag, UInt8(content.count)] + content
    case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
    default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }
}

private func sequence(_ content: [UInt8]) -> [UInt8] { value(0x30, content) }

private func number(_ bytes: [UInt8]) -> [UInt8] { value(2, [0] + bytes) }
