/// What a task goes by.
struct NamedTask: Sendable {
    let sysID: String
    /// Empty where it may not be read.
    let number: String

    /// What it is called in sentences.
    var title: String { number.isEmpty ? sysID : number }
}
