/// Keeps secrets between runs: the desktop's keyring, as the seed's application used the keychain.
public protocol SecretStore: Sendable {
    /// The secret that is kept for an entry; nil when none is.
    func secret(for entry: SecretEntry) async throws(SecretStoreError) -> Secret?
    /// Keeps a secret, in the place of the one that was there.
    func keep(_ secret: Secret, for entry: SecretEntry) async throws(SecretStoreError)
    /// Forgets the secret of an entry; no error when there is none.
    func forget(_ entry: SecretEntry) async throws(SecretStoreError)
}
