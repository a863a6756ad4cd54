/// What `SignInProblemTests` expects, as whole texts.
extension SignInProblemTests {
    static let unaccepted = """
        """

    static let grants = """
        """

    static let answers = """
        """

    static let others = """
        """

    static let connections = """
        """
}
