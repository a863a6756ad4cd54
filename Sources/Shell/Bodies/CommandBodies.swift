/// The function behind each command of `CommandTable`, by name.
package enum CommandBodies {
    /// Runs in the session, so that it may read and change what the user has chosen. Throws what any room throws; the
    /// session turns it into a problem.
    package typealias Body = @Sendable (isolated ShellSession, CommandContext) async throws -> CommandResult

    /// By the names of `CommandTable`.
    package static let all: [String: Body] = [
        "table list": TableBodies.list,
        "table get": TableBodies.get,
        "table create": TableBodies.create,
        "table update": TableBodies.update,
        "table delete": TableBodies.delete,
        "table count": TableBodies.count,
        "table explain": TableBodies.explain,
        "table describe": TableBodies.describe,
        "table names": TableBodies.names,
        "attach list": AttachBodies.list,
        "attach show": AttachBodies.show,
        "attach get": AttachBodies.get,
        "attach put": AttachBodies.put,
        "attach delete": AttachBodies.delete,
        "rest": RestBodies.rest,
        "task": TaskBodies.list,
        "task show": TaskBodies.show,
        "task comments": TaskBodies.comments,
        "task comment": TaskBodies.comment,
        "graphql": GraphQLBodies.graphql,
        "graphql describe": GraphQLToolBodies.describe,
        "graphql format": GraphQLToolBodies.format,
        "graphql from": GraphQLToolBodies.from,
        "tape status": TapeBodies.status,
        "tape new": TapeBodies.new,
        "tape open": TapeBodies.open,
        "tape list": TapeBodies.list,
        "tape show": TapeBodies.show,
        "tape why": TapeBodies.why,
        "tape dump": TapeBodies.dump,
        "tape audit": TapeBodies.audit,
        "undo": UndoBodies.undo,
        "connect": SignInBodies.connect,
        "login": SignInBodies.login,
        "logout": SignInBodies.logout,
        "whoami": WhoAmI.run,
        "profile add": ProfileBodies.add,
        "profile list": ProfileBodies.list,
        "profile show": ProfileBodies.show,
        "profile use": ProfileBodies.use,
        "profile edit": ProfileBodies.edit,
        "profile remove": ProfileBodies.remove,
        "history": SessionBodies.history,
        "set": SessionBodies.set,
        "help": SessionBodies.help,
        "quit": SessionBodies.quit,
    ]

    /// The function of a command; nil when it has none.
    package static func named(_ name: String) -> Body? { all[name] }
}
