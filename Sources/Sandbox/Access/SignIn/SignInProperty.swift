/// The properties that decide about signing in. Names and defaults are the vendor's where its documentation or a real
/// instance tells them.
enum SignInProperty {
    /// Whether the password grant is refused.
    static let refusesPasswordGrant = "glide.oauth.inbound.ropc.grant_type.disabled"
    /// Whether the client credentials grant is allowed. Without a record it is not; the seeds have one that says yes.
    static let allowsClientGrant = "glide.oauth.inbound.client.credential.grant_type.enabled"
    /// Whether a session that a token opened ends with the token.
    static let endsWithToken = "glide.authenticate.oauth.post.token.expiration.cookie_auth.disabled"
    /// Whether a session that an API opened is none for pages.
    static let keepsPagesApart = "com.glide.processors.aprocessor.donot_reuse_api_session"
    /// Both must be `true` for Basic to be refused, as new instances refuse it.
    static let restrictsBasic = "glide.authenticate.basic_auth.restriction.active"
    static let enforcesBasic = "glide.authenticate.basic_auth.restriction.enforce"
    /// The roles, with commas between them, that may use Basic all the same.
    static let basicRoles = "glide.authenticate.basic_auth.allowed_roles"
    static let usualBasicRoles = "snc_basic_auth_api_access"
    /// How many wrong passwords in a row lock a user out.
    static let mostAttempts = "glide.user.max_unlock_attempts"
    static let usualAttempts = 5

    /// Name, value, type and description, as the instance ships.
    static let seeds: [(String, String, String, String)] = [
        (refusesPasswordGrant, "false", "boolean", "Whether tokens are refused for a name and a password"),
        (allowsClientGrant, "true", "boolean", "Whether an application may have tokens for itself"),
        (endsWithToken, "true", "boolean", "Whether a session ends with the token that opened it"),
        (keepsPagesApart, "true", "boolean", "Whether the session of an API is none for pages"),
        (restrictsBasic, "true", "boolean", "Whether Basic authentication is watched"),
        (enforcesBasic, "false", "boolean", "Whether Basic authentication is refused"),
        (basicRoles, usualBasicRoles, "string", "Roles that may use Basic authentication all the same"),
        (mostAttempts, String(usualAttempts), "integer", "Wrong passwords in a row that lock a user out"),
    ]
}
