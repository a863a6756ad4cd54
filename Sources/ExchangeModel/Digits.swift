extension BinaryInteger {
    /// The digits with zeros before them, at least `width` of them. A sign stands after the zeros, so it is for numbers
    /// that have none.
    package func padded(to width: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
