import TestSupport
import Testing

@testable import ExchangeModel

/// `SecretBook` stores each secret once and reports when it has grown.
struct SecretBookTests {
    @Test func secretIsStoredOnceUnderFirstLabel() {
        let book = SecretBook()
        expectEqual(book.version, 0)
        book.write("s3cret", as: "password")
        book.write("s3cret", as: "token")
        book.write("", as: "token")
        book.write("other", as: "cookie")
        expectEqual(book.entries.map(\.label), ["password", "cookie"])
        expectEqual(book.entries.map(\.text), ["s3cret", "other"])
        expectEqual(book.version, 2)
    }

    @Test func concurrentWritesAreSafe() async {
        let book = SecretBook()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask { for number in 0..<100 { book.write("secret \((number + writer) % 100)", as: "token") } }
            }
        }
        expectEqual(book.version, 100)
        expectEqual(Set(book.entries.map(\.text)).count, 100)
    }
}

/// Which names denote a secret: the table in the documentation.
struct SecretWordsTests {
    @Test func everyWordOfTheTablesIsFound() {
        let words = Array(SecretWords.whole.keys) + SecretWords.inside.map(\.text) + SecretWords.ends.map(\.text)
        for word in words { #expect(SecretWords.kind(of: word.utf8) != nil, "\(word)") }
        for (pair, kind) in SecretWords.pairs {
            let second = SecretWords.secondWords.first { pair.hasSuffix($0) } ?? ""
            #expect(!second.isEmpty, "\(pair)")
            expectEqual(SecretWords.kind(of: "\(pair.dropLast(second.count))_\(second)".utf8), kind, "\(pair)")
        }
    }

    @Test(arguments: [
        ("u_password", SecretWords.Kind.password), ("db_password", .password), ("dbPassword", .password),
        ("DB_PASSWORD", .password), ("userpassword", .password), ("password2", .password), ("password_hash", .password),
        ("password_confirmation", .password), ("reset_password", .password), ("u_pwd", .password), ("dbpwd", .password),
        ("smtp_passwd", .password), ("ssh_passphrase", .password), ("sshPassPhrase", .password), ("db_pass", .password),
        ("user[password]", .password), ("mail.smtp.password", .password), ("adminPasswords", .password),
        ("u_api_token", .token), ("apiToken", .token), ("API_TOKEN", .token), ("APITOKEN", .token),
        ("x-csrf-token", .token), ("oauth2token", .token), ("remember_token", .token), ("device_tokens", .token),
        ("client_jwt", .token), ("token_value", .token),
        ("u_client_secret", .secret), ("clientSecret", .secret), ("secret_answer", .secret), ("secret_id", .secret),
        ("x-api-key", .key), ("apiKey", .key), ("APIKey", .key), ("u_api_keys", .key), ("apikey2", .key),
        ("ssh_private_key", .key), ("privateKey", .key), ("aws_secret_access_key", .key), ("accessKey", .key),
        ("u_credential", .credential), ("awsCredentials", .credential), ("basic_auth", .credential),
        ("pass", .password), ("u_pass", .password), ("pw", .password), ("bearer", .token), ("csrf", .token),
        ("auth_code", .token), ("otp", .token), ("u_pin", .token), ("pinCode", .token),
    ])
    func secretName(_ name: String, _ kind: SecretWords.Kind) {
        expectEqual(SecretWords.kind(of: name.utf8), kind)
    }

    @Test(arguments: [
        // Names about a secret.
        "password_needs_reset", "passwordNeedsReset", "password_last_changed_on", "password_expired", "password_policy",
        "token_type", "token_expires_in", "access_token_lifespan", "token_url", "token_endpoint", "tokenUri",
        "tokens_used", "secret_question", "secret_name", "api_key_id", "private_key_path", "credential_type",
        "credential_alias", "credential_id",
        // Booleans and numbers.
        "has_password", "is_secret", "requires_password", "use_token", "showPassword", "max_tokens", "prompt_tokens",
        // Other words.
        "secretary", "u_secretary_name", "tokenizer", "tokenization", "passwordless", "password.display_value", "key",
        "primary_key", "public_key", "keyboard", "passenger", "bypass", "compass", "assignment_group", "second",
        "short_description", "sys_id", "", "_", ".", "Forgot my password", "my secret plan\n",
        String(repeating: "password_", count: 20),
    ])
    func ordinaryName(_ name: String) {
        expectEqual(SecretWords.kind(of: name.utf8), nil)
    }
}
