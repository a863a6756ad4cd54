extension TableDefinition {
    /// An application that asks for tokens, or one that this instance asks. The columns are those of a real instance.
    static let oauthEntity = TableDefinition(
        "oauth_entity", label: "Application Registries", plural: "Application Registries", extends: "sys_metadata",
        display: "name",
        own: """
            access access_token_lifespan=1800 active:boolean=true auth_code_lifespan auth_url:url certificate_url:url \
            client_id(100) client_secret:password2 client_uuid code_challenge_method comments(4000) \
            default_grant_type=authorization_code id_token_lifespan logo_url:url message_signature_lifespan name(100) \
            oauth_api_script>sys_script_include protocol_name>sys_protocol_profile public_client:boolean=false \
            redirect_url(4000) refresh_token_lifespan=8640000 refresh_token_url:url revoke_token_url:url salt \
            send_client_credentials_as skip_authorize:boolean=false token_url:url type=client user>sys_user \
            use_mutual_auth:boolean=false
            """,
        wireOrder: """
            access access_token_lifespan active auth_code_lifespan auth_url certificate_url client_id client_secret \
            client_uuid code_challenge_method comments default_grant_type id_token_lifespan logo_url \
            message_signature_lifespan name oauth_api_script protocol_name public_client redirect_url \
            refresh_token_lifespan refresh_token_url revoke_token_url salt send_client_credentials_as skip_authorize \
            sys_class_name sys_created_by sys_created_on sys_id sys_mod_count sys_name sys_package sys_policy sys_scope \
            sys_updated_by sys_updated_on sys_update_name token_url type user use_mutual_auth
            """)

    /// An application that may ask with signed assertions. The documentation tells the labels of its columns; the names
    /// follow from them.
    static let oauthJWT = TableDefinition(
        "oauth_jwt", label: "OAuth JWT", plural: "OAuth JWTs", extends: "oauth_entity", display: "name",
        own: "clock_skew:integer=300 enable_jti_verification:boolean=true user_field=email",
        wireOrder: """
            access access_token_lifespan active auth_code_lifespan auth_url certificate_url client_id client_secret \
            client_uuid clock_skew code_challenge_method comments default_grant_type enable_jti_verification \
            id_token_lifespan logo_url message_signature_lifespan name oauth_api_script protocol_name public_client \
            redirect_url refresh_token_lifespan refresh_token_url revoke_token_url salt send_client_credentials_as \
            skip_authorize sys_class_name sys_created_by sys_created_on sys_id sys_mod_count sys_name sys_package \
            sys_policy sys_scope sys_updated_by sys_updated_on sys_update_name token_url type user user_field \
            use_mutual_auth
            """)

    /// With which key the assertions of an application are checked.
    static let jwtVerifierMap = TableDefinition(
        "jwt_verifier_map", label: "JWT Verifier Map", plural: "JWT Verifier Maps", extends: "sys_metadata",
        display: "name",
        own: "kid(100) name(100) oauth_jwt>oauth_jwt shared_key:password2 sys_certificate>sys_certificate",
        wireOrder: """
            kid name oauth_jwt shared_key sys_certificate sys_class_name sys_created_by sys_created_on sys_id \
            sys_mod_count sys_name sys_package sys_policy sys_scope sys_updated_by sys_updated_on sys_update_name
            """)

    /// A certificate, or a key without one, as PEM text.
    static let sysCertificate = TableDefinition(
        "sys_certificate", label: "X.509 Certificate", plural: "X.509 Certificates", extends: "sys_metadata",
        display: "name",
        own: """
            active:boolean=true expires:glide_date_time format=pem issuer(1000) name(100) pem_certificate(8000) \
            short_description(1000) subject(1000) type=trust_store valid_from:glide_date_time
            """,
        wireOrder: """
            active expires format issuer name pem_certificate short_description subject sys_class_name sys_created_by \
            sys_created_on sys_id sys_mod_count sys_name sys_package sys_policy sys_scope sys_updated_by \
            sys_updated_on sys_update_name type valid_from
            """)

    /// A key that speaks for a user.
    static let apiKey = TableDefinition(
        "api_key", label: "REST API Key", plural: "REST API Keys", display: "name",
        own: """
            active:boolean=true auth_scope description(1000) expires:glide_date_time name(100) token:password2 \
            user>sys_user
            """,
        wireOrder: """
            active auth_scope description expires name sys_created_by sys_created_on sys_id sys_mod_count \
            sys_updated_by sys_updated_on token user
            """)
}
