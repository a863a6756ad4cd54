import Foundation
import TestSupport
import Testing

@testable import ExchangeModel

/// Keys in every format that `openssl` writes, and damaged ones.
struct SigningKeyTests {
    private let message = Array("what is signed".utf8)

    @Test(arguments: ["rsa", "rsa-pkcs1", "ec", "ec-pkcs8"])
    func opensslVerifiesSignature(name: String) throws {
        let keys = try OpenSSLKeys.made.get()
        let key = try SigningKey(pem: keys.text(name))
        let isRSA = name.hasPrefix("rsa")
        let signature = try key.sign(message)
        expectEqual(key.algorithm, (isRSA ? .rs256 : .es256))
        expectEqual(signature.count, (isRSA ? 256 : 64))
        try expectEqual(key.sign(message), signature)
        #expect(try keys.accepts(isRSA ? signature : asDER(signature), of: message, key: isRSA ? "rsa" : "ec"))

        let known = key.verifyingKey
        #expect(known.verify(signature, of: message) && !known.verify(signature, of: message + [0]))
        for bit in stride(from: 0, to: signature.count * 8, by: 37) {
            var wrong = signature
            wrong[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!known.verify(wrong, of: message), "\(bit)")
        }
        let count = signature.count
        for wrong in [
            [], [0], [UInt8](repeating: 0, count: count), [UInt8](repeating: 255, count: count), signature + [0],
            [0] + signature, Array(signature.dropLast()),
        ] {
            #expect(!known.verify(wrong, of: message), "\(wrong.count)")
        }
    }

    @Test(arguments: [
        ["rsa", "rsa-pkcs1", "rsa-public", "rsa-certificate"], ["ec", "ec-pkcs8", "ec-public", "ec-certificate"],
    ])
    func allKeyFormatsGiveSameKey(names: [String]) throws {
        let keys = try OpenSSLKeys.made.get()
        let read = try Set(names.map { name throws in try VerifyingKey(pem: keys.text(name)) })
        expectEqual(read.count, 1)
        let text = try keys.text(names[0])
        let indented = "key: |\n" + text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\r\n")
        try expectEqual(read.first, SigningKey(pem: indented).verifyingKey)
    }

    @Test func keyDescriptionIsRedacted() throws {
        let key = try SigningKey(pem: OpenSSLKeys.made.get().text("ec"))
        var dumped = ""
        dump(key, to: &dumped)
        expectEqual("\(key) \(String(reflecting: key)) \(dumped)", "[secret] [secret] - [secret]\n")
    }

    @Test func unsupportedKeysAreRejected() throws {
        let keys = try OpenSSLKeys.made.get()
        for name in ["rsa-768", "rsa-pss", "ed25519", "secp384r1"] {
            expectEqual(fault(try keys.text(name)), .unsupported, "\(name)")
        }
        for name in ["rsa-primes3", "secp256k1", "explicit"] {
            #expect([.unsupported, .damaged].contains(fault(try keys.text(name))), "\(name)")
        }
        for name in ["rsa-encrypted", "rsa-pkcs1-encrypted"] {
            expectEqual(fault(try keys.text(name)), .encrypted, "\(name)")
        }
    }

    @Test(
        arguments: [
            ("", .noKey), ("no key here", .noKey),
            ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", .noKey),
            ("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----", .damaged),
            ("-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----", .damaged),
            ("-----BEGIN RSA PRIVATE KEY-----\nMAA=\n-----END RSA PRIVATE KEY-----", .damaged),
            ("-----BEGIN EC PRIVATE KEY-----\nMAA=\n-----END EC PRIVATE KEY-----", .damaged),
            (String(repeating: "-----BEGIN PRIVATE KEY-----\n", count: 100_000), .noKey),
        ] as [(String, SigningError.Kind)])
    func invalidKeyTextHasReason(text: String, kind: SigningError.Kind) {
        #expect(throws: SigningError.self) { try SigningKey(pem: text) }
        expectEqual(fault(text), kind)
    }

    /// Every truncation and many changed bytes of real keys: the key is read or rejected without a crash.
    @Test func damagedKeysNeverCrash() throws {
        let keys = try OpenSSLKeys.made.get()
        for (name, label) in [
            ("rsa", "PRIVATE KEY"), ("rsa-pkcs1", "RSA PRIVATE KEY"), ("ec", "EC PRIVATE KEY"),
            ("ec-certificate", "CERTIFICATE"),
        ] {
            let lines = try keys.text(name).split(separator: "\n").filter { !$0.hasPrefix("-----") }
            let der = Array(try #require(Data(base64Encoded: lines.joined())))
            for place in stride(from: 0, to: der.count, by: 3) {
                #expect(fault(pem(label, Array(der[..<place]))) != nil, "\(name) cut at \(place)")
                for byte: UInt8 in [0xFF, der[place] ^ 1] {
                    var damaged = der
                    damaged[place] = byte
                    _ = fault(pem(label, damaged))
                }
            }
        }
    }

    /// GnuTLS divides by these numbers and aborts on a division by zero.
    @Test func inconsistentRSAKeyDoesNotSign() throws {
        let lines = try OpenSSLKeys.made.get().text("rsa-pkcs1").split(separator: "\n").filter { !$0.hasPrefix("-") }
        let der = Array(try #require(Data(base64Encoded: lines.joined())))
        // A sequence with a two-byte length, followed by integers of zero to two bytes.
        var rest = der[4...], numbers: [[UInt8]] = []
        while rest.count > 1 {
            let start = rest.startIndex
            let width = Int(rest[start + 1] & 0x80 == 0 ? 0 : rest[start + 1] & 0x7F)
            let length =
                width == 0
                ? Int(rest[start + 1]) : rest[(start + 2)..<(start + 2 + width)].reduce(0) { $0 << 8 | Int($1) }
            numbers.append(Array(rest[(start + 2 + width)..<(start + 2 + width + length)]))
            rest = rest[(start + 2 + width + length)...]
        }
        try #require(numbers.count == 9)
        func key(_ numbers: [[UInt8]]) -> String {
            pem("RSA PRIVATE KEY", value(0x30, numbers.flatMap { value(2, $0) }))
        }
        expectEqual(fault(key(numbers)), nil)
        // Modulus, exponents and primes; the derived numbers are recomputed if they are wrong.
        for place in 1...5 {
            for number in [[0], [1], [2], numbers[4], numbers[5], [0] + [UInt8](repeating: 0xFF, count: 256)]
            where number != numbers[place] {
                var changed = numbers
                changed[place] = number
                #expect(fault(key(changed)) != nil, "\(place) \(number.count)")
            }
        }
    }

    /// Reads, signs and verifies as far as the key allows.
    private func fault(_ text: String) -> SigningError.Kind? {
        do throws(SigningError) {
            guard !text.contains("CERTIFICATE") else {
                _ = try VerifyingKey(pem: text)
                return nil
            }
            let key = try SigningKey(pem: text)
            _ = key.verifyingKey.verify(try key.sign([1]), of: [1])
            return nil
        } catch { return error.kind }
    }

    /// RFC 6979, A.2.5: the example's private key and its SHA-256 signature.
    @Test(arguments: [
        (
            "sample",
            """
            EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716\
            F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8
            """
        ),
        (
            "test",
            """
            F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367\
            019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083
            """
        ),
    ])
    func ecSignatureMatchesRFC(text: String, signature: String) throws {
        let secret = hex("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
        let curve: [UInt8] = [0xA0, 10, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]
        let point = hex(
            """
            60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6\
            7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299
            """)
        let der = [0x30, 119, 2, 1, 1, 4, 32] + secret + curve + [0xA1, 68, 3, 66, 0, 4] + point
        let key = try SigningKey(pem: pem("EC PRIVATE KEY", der))
        try expectEqual(key.sign(Array(text.utf8)), hex(signature))
    }
}

/// Keys and certificates generated once by `openssl` for all tests.
private struct OpenSSLKeys {
    static let made = Result { try OpenSSLKeys() }
    private let folder: URL

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "snowdeck-keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A static property is never released.
        atexit { if let keys = try? OpenSSLKeys.made.get() { try? FileManager.default.removeItem(at: keys.folder) } }
        try run(
            """
            set -e
            openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rsa
            openssl rsa -in rsa -traditional -out rsa-pkcs1
            openssl ecparam -genkey -name prime256v1 -noout -out ec
            openssl pkcs8 -topk8 -nocrypt -in ec -out ec-pkcs8
            for key in rsa ec; do
                openssl pkey -in $key -pubout -out $key-public
                openssl req -x509 -new -key $key -subj /CN=snowdeck -days 3650 -out $key-certificate
            done
            openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:768 -out rsa-768
            openssl genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:1024 -out rsa-pss
            openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -pkeyopt rsa_keygen_primes:3 -out rsa-primes3
            openssl genpkey -algorithm ED25519 -out ed25519
            for curve in secp384r1 secp256k1; do openssl ecparam -genkey -name $curve -noout -out $curve; done
            openssl ecparam -genkey -name prime256v1 -param_enc explicit -noout -out explicit
            openssl pkey -in rsa -aes256 -passout pass:x -out rsa-encrypted
            openssl rsa -in rsa -traditional -aes128 -passout pass:x -out rsa-pkcs1-encrypted
            """)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    func accepts(_ signature: [UInt8], of message: [UInt8], key: String) throws -> Bool {
        let name = UUID().uuidString
        try Data(signature).write(to: folder.appending(path: name))
        try Data(message).write(to: folder.appending(path: name + "-message"))
        return try run("openssl dgst -sha256 -verify \(key)-public -signature \(name) \(name)-message")
            .hasPrefix("Verified OK")
    }

    @discardableResult
    private func run(_ script: String) throws -> String {
        let process = Process(), out = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.currentDirectoryURL = folder
        process.arguments = ["-c", script]
        process.standardOutput = out
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let said = out.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "openssl failed")
        return String(decoding: said, as: UTF8.self)
    }
}

/// Encodes an ES256 signature as DER, which `openssl` expects.
private func asDER(_ signature: [UInt8]) -> [UInt8] {
    func number(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let bytes = Array(bytes.drop { $0 == 0 })
        let content = bytes.first.map { $0 >= 0x80 } ?? true ? [0] + bytes : bytes
        return [2, UInt8(content.count)] + content
    }
    let numbers = number(signature[..<32]) + number(signature[32...])
    return [0x30, UInt8(numbers.count)] + numbers
}

private func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    switch content.count {
    case ..<0x80: [tag, UInt8(content.count)] + content
    case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
    default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }
}

private func pem(_ label: String, _ der: [UInt8]) -> String {
    "-----BEGIN \(label)-----\n\(Data(der).base64EncodedString(options: .lineLength64Characters))\n-----END \(label)-----\n"
}

func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
