/// The sorts of key there are, by their object identifiers.
enum KeyKind {
    case rsa, elliptic

    /// Nil for every other sort.
    init?(_ name: ArraySlice<UInt8>) {
        // rsaEncryption (RFC 8017, A.1), id-ecPublicKey (RFC 5480, 2.1.1).
        if name.elementsEqual([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]) {
            self = .rsa
        } else if name.elementsEqual([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]) {
            self = .elliptic
        } else {
            return nil
        }
    }

    static let unsupported = SigningError(
        .unsupported, "The key is neither an RSA key nor one for ECDSA on P-256.")

    /// Fails for every curve but P-256 (RFC 5480, 2.1.1.1), and for one that is written out.
    static func checkCurve(_ name: ArraySlice<UInt8>?) throws(SigningError) {
        guard let name, name.elementsEqual([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]) else {
            throw SigningError(.unsupported, "The key is for another curve than P-256.")
        }
    }
}
