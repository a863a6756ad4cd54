import Testing

@testable import ExchangeModel

/// Keys that `openssl` makes, in every form it writes them.
struct SigningKeyTests {
    let openssl: OpenSSL
    let message = Array("what is signed".utf8)

    init() throws { openssl = try OpenSSL() }

    @Test(arguments: [1024, 2048, 3072, 4096])
    func whatAnRSAKeySignsOpenSSLAccepts(bits: Int) throws {
        try openssl("genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:\(bits) -out key.pem")
        try openssl("pkey -in key.pem -pubout -out public.pem")
        let key = try SigningKey(pem: openssl.text("key.pem"))
        let signature = try key.sign(message)
        #expect(key.algorithm == .rs256)
        #expect(signature.count == bits / 8)
        #expect(try openssl.accepts(signature, of: message, key: "public.pem"))
        #expect(try key.sign(message) == signature)
    }

    @Test func whatAnECKeySignsOpenSSLAccepts() throws {
        try openssl("ecparam -genkey -name prime256v1 -out key.pem")
        try openssl("pkey -in key.pem -pubout -out public.pem")
        let key = try SigningKey(pem: openssl.text("key.pem"))
        let signature = try key.sign(message)
        #expect(key.algorithm == .es256)
        #expect(signature.count == 64)
        #expect(try openssl.accepts(asDER(signature), of: message, key: "public.pem"))
        #expect(try VerifyingKey(pem: openssl.text("public.pem")).verify(signature, of: message))
        #expect(try key.sign(message) == signature)
    }

    @Test func everyFormOfAKeyIsTheSameKey() throws {
        try openssl("genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out pkcs8.pem")
        try openssl("rsa -in pkcs8.pem -traditional -out pkcs1.pem")
        try openssl("rsa -in pkcs8.pem -pubout -out public.pem")
        try openssl("rsa -in pkcs8.pem -RSAPublicKey_out -out bare.pem")
        try openssl("req -x509 -new -key pkcs8.pem -subj /CN=snowdeck -days 3650 -out certificate.pem")
        let signature = try SigningKey(pem: openssl.text("pkcs8.pem")).sign(message)
        #expect(try openssl.text("pkcs1.pem").hasPrefix("-----BEGIN RSA PRIVATE KEY-----"))
        #expect(try SigningKey(pem: openssl.text("pkcs1.pem")).sign(message) == signature)
        var keys: Set<VerifyingKey> = []
        for name in ["pkcs8", "pkcs1", "public", "bare", "certificate"] {
            let key = try VerifyingKey(pem: openssl.text(name + ".pem"))
            #expect(key.verify(signature, of: message), "\(name)")
            #expect(!key.verify(signature, of: message + [0]), "\(name)")
            keys.insert(key)
        }
        #expect(keys.count == 1)
    }

    @Test func everyFormOfAnECKeyIsTheSameKey() throws {
        try openssl("ecparam -genkey -name prime256v1 -noout -out sec1.pem")
        try openssl("pkcs8 -topk8 -nocrypt -in sec1.pem -out pkcs8.pem")
        try openssl("ec -in sec1.pem -pubout -out public.pem")
        try openssl("req -x509 -new -key sec1.pem -subj /CN=snowdeck -days 3650 -out certificate.pem")
        let keys = try Set(
            ["sec1", "pkcs8", "public", "certificate"].map { name throws in
                try VerifyingKey(pem: openssl.text(name + ".pem"))
            })
        #expect(keys.count == 1)
        let signed = try ["sec1", "pkcs8"].map { name throws in
            try SigningKey(pem: openssl.text(name + ".pem")).sign(message)
        }
        #expect(signed[0] == signed[1])
    }

    @Test func aKeyStandsAmongOtherThings() throws {
        try openssl("ecparam -genkey -name prime256v1 -out key.pem")
        let text = try openssl.text("key.pem")
        let key = try SigningKey(pem: text)
        let indented = "key: |\n" + text.split(separator: "\n").map { "    \($0)  " }.joined(separator: "\r\n")
        #expect(try SigningKey(pem: indented).verifyingKey == key.verifyingKey)
    }

    @Test func whatIsNotTheSignatureIsRefused() throws {
        try openssl("genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out rsa.pem")
        try openssl("ecparam -genkey -name prime256v1 -noout -out ec.pem")
        for name in ["rsa.pem", "ec.pem"] {
            let key = try SigningKey(pem: openssl.text(name))
            let signature = try key.sign(message)
            let known = key.verifyingKey
            #expect(known.verify(signature, of: message))
            for bit in stride(from: 0, to: signature.count * 8, by: 37) {
                var wrong = signature
                wrong[bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(!known.verify(wrong, of: message), "\(name) \(bit)")
            }
            let count = signature.count
            for wrong in [
                [], [0], [UInt8](repeating: 0, count: count), [UInt8](repeating: 255, count: count), signature + [0],
                [0] + signature, Array(signature.dropLast()),
            ] {
                #expect(!known.verify(wrong, of: message), "\(name) \(wrong.count)")
            }
        }
    }

    @Test func aKeyShowsNothingOfItself() throws {
        try openssl("ecparam -genkey -name prime256v1 -noout -out key.pem")
        let key = try SigningKey(pem: openssl.text("key.pem"))
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key) \(String(reflecting: key)) \(dumped)" == "[secret] [secret] - [secret]\n")
    }
}
