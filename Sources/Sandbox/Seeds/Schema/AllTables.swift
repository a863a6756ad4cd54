extension TableDefinition {
    /// Every table of the instance, parents before children.
    static let all: [TableDefinition] = [
        .task, .incident, .problem, .changeRequest, .scTask,
        .sysUser, .sysUserGroup, .sysUserGrmember, .sysUserRole, .sysUserHasRole,
        .cmnDepartment, .cmnLocation, .coreCompany,
        .kbKnowledge, .kbKnowledgeBase,
        .cmdb, .cmdbCI, .cmdbCIHardware, .cmdbCIComputer, .cmdbCIServer,
        .sysJournalField, .sysScript, .sysDictionary, .sysChoice, .sysDBObject,
    ]

    /// Tables whose records follow from the definitions. They are filled when first asked for, and nobody writes them.
    static let derived: Set<String> = ["sys_dictionary", "sys_choice", "sys_db_object"]
}
