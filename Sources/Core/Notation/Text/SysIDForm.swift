/// The form of a record's identifier: 32 hexadecimal digits.
package enum SysIDForm {
    /// Whether a text is a sys_id as instances write it, without capital letters; session ids of servers have those.
    package static func isStored(_ text: some Collection<UInt8>) -> Bool {
        text.count == 32 && text.allSatisfy { ASCII.isDigit($0) || $0 &- 97 < 6 }
    }

    /// Whether a text is a sys_id as people and programs may write it, in either case.
    package static func isWritten(_ text: some StringProtocol) -> Bool {
        isStored(text.utf8.lazy.map(ASCII.lowercased))
    }
}
