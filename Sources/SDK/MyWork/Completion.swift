public import NowSDK

/// Variants with a completion handler, which is called once, on the caller's actor or, without one, on any thread.
extension MyWorkService {
    /// The open tasks assigned to the user, through the Task Tracker API.
    public func tasks(
        isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<[TaskGroup], MyWorkError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(MyWorkError) in try await self.tasks() }
    }

    /// The open tasks assigned to the user, through the Table API.
    public func assignedTasks(
        isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<[TaskGroup], MyWorkError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(MyWorkError) in
            try await self.assignedTasks()
        }
    }

    /// A task's record.
    public func task(
        _ sysID: String, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<TaskDetail, MyWorkError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(MyWorkError) in try await self.task(sysID) }
    }

    /// The newest entries of a task's journals.
    public func comments(
        of sysID: String, limit: Int? = nil, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<TaskJournal, MyWorkError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(MyWorkError) in
            try await self.comments(of: sysID, limit: limit)
        }
    }

    /// Adds a text to a task's journal through the Task Tracker API.
    public func addComment(
        _ text: String, to sysID: String, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<Void, MyWorkError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(MyWorkError) in
            try await self.addComment(text, to: sysID)
        }
    }

    /// Adds a work note through the Table API.
    public func addWorkNote(
        _ text: String, to sysID: String, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<Bool, MyWorkError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(MyWorkError) in
            try await self.addWorkNote(text, to: sysID)
        }
    }
}

/// Variants with a completion handler, which is called once, on the caller's actor or, without one, on any thread.
extension Authenticator {
    /// Signs in with a name and password.
    public func authenticate(
        user: String, password: Secret, remembers: Bool = false, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<AuthSession, MyWorkError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(MyWorkError) in
            try await self.authenticate(user: user, password: password, remembers: remembers)
        }
    }

    /// Signs in as the saved user.
    public func authenticateFromKeychain(
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<AuthSession, MyWorkError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(MyWorkError) in
            try await self.authenticateFromKeychain()
        }
    }

    /// Signs out.
    public func signOut(
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Void, MyWorkError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(MyWorkError) in try await self.signOut() }
    }

    /// Deletes the saved user.
    public func forget(
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Void, MyWorkError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(MyWorkError) in try await self.forget() }
    }
}
