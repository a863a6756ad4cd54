/// Names in answers.
public enum Constants {
    /// Where the Table API puts what was asked for.
    public static let resultPath = "result"
}
