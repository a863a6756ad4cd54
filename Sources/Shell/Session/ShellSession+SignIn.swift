import NowData
import NowSDK

extension ShellSession {
    /// Where a session stands: its instance and the way to it, with whatever was learnt on that way.
    struct Standing {
        fileprivate let instance: Instance
        fileprivate let signIn: SignInChoice
        fileprivate let profile: Profile?
        fileprivate let link: InstanceLink?
        fileprivate let columns: [String: [ColumnDescription]]
        fileprivate let schema: SchemaMemory?
    }

    /// Where the session stands now.
    var standing: Standing {
        Standing(
            instance: instance, signIn: signIn, profile: profile, link: link, columns: knownColumns, schema: schema)
    }

    /// Goes back to where it stood, cookies and tokens included.
    func goBack(to standing: Standing) {
        instance = standing.instance
        signIn = standing.signIn
        profile = standing.profile
        link = standing.link
        knownColumns = standing.columns
        schema = standing.schema
    }
}
