import Testing

/// Each reading `table` command in each format.
extension Transcripts {
    static let formats = [
        Transcript(
            "A list has all eight formats",
            #"""
            > table list incident -q number=INC0010021^ORnumber=INC0010001 --order number -f number,short_description,caller_id --format columns
            number      short_description         caller_id
            INC0010001  Second monitor flickers   Kenji Mori
            INC0010021  my computer doesn't work  Abel Tuter
            > table list incident -q number=INC0010021^ORnumber=INC0010001 --order number -f number,short_description,caller_id --format line
            number:            INC0010001
            short_description: Second monitor flickers
            caller_id:         Kenji Mori

            number:            INC0010021
            short_description: my computer doesn't work
            caller_id:         Abel Tuter
            > table list incident -q number=INC0010021^ORnumber=INC0010001 --order number -f number,short_description,caller_id --format json
            [
              {
                "number": "INC0010001",
                "short_description": "Second monitor flickers",
                "caller_id": "47170dca361d2016b053368912a3ba72"
              },
              {
                "number": "INC0010021",
                "short_description": "my computer doesn't work",
                "caller_id": "62826bf03710200044e0bfc8bcbe5df1"
              }
            ]
            > table list incident -q number=INC0010021^ORnumber=INC0010001 --order number -f number,short_description,caller_id --format ndjson
            {"number":"INC0010001","short_description":"Second monitor flickers","caller_id":"47170dca361d2016b053368912a3ba72"}
            {"number":"INC0010021","short_description":"my computer doesn't work","caller_id":"62826bf03710200044e0bfc8bcbe5df1"}
            > table list incident -q number=INC0010021^ORnumber=INC0010001 --order number -f number,short_description,caller_id --format csv
            number,short_description,caller_id
            INC0010001,Second monitor flickers,47170dca361d2016b053368912a3ba72
            INC0010021,my computer doesn't work,62826bf03710200044e0bfc8bcbe5df1
            > table list incident -q number=INC0010021^ORnumber=INC0010001 --order number -f number,short_description,caller_id --format tsv
            number	short_description	caller_id
            INC0010001	Second monitor flickers	47170dca361d2016b053368912a3ba72
            INC0010021	my computer doesn't work	62826bf03710200044e0bfc8bcbe5df1
            > table list incident -q number=INC0010021^ORnumber=INC0010001 --order number -f number,short_description,caller_id --format yaml
            - number: INC0010001
              short_description: Second monitor flickers
              caller_id: "47170dca361d2016b053368912a3ba72"
            - number: INC0010021
              short_description: my computer doesn't work
              caller_id: "62826bf03710200044e0bfc8bcbe5df1"
            > table list incident -q number=INC0010021^ORnumber=INC0010001 --order number -f number,short_description,caller_id --format markdown
            | number | short_description | caller_id |
            | --- | --- | --- |
            | INC0010001 | Second monitor flickers | Kenji Mori |
            | INC0010021 | my computer doesn't work | Abel Tuter |
            """#),
        Transcript(
            "A record has all eight formats",
            #"""
            > table get incident INC0010021 -f number,short_description,caller_id --format columns
            number             INC0010021
            short_description  my computer doesn't work
            caller_id          Abel Tuter
            > table get incident INC0010021 -f number,short_description,caller_id --format line
            number:            INC0010021
            short_description: my computer doesn't work
            caller_id:         Abel Tuter
            > table get incident INC0010021 -f number,short_description,caller_id --format json
            {
              "number": "INC0010021",
              "short_description": "my computer doesn't work",
              "caller_id": "62826bf03710200044e0bfc8bcbe5df1"
            }
            > table get incident INC0010021 -f number,short_description,caller_id --format ndjson
            {"number":"INC0010021","short_description":"my computer doesn't work","caller_id":"62826bf03710200044e0bfc8bcbe5df1"}
            > table get incident INC0010021 -f number,short_description,caller_id --format csv
            number,short_description,caller_id
            INC0010021,my computer doesn't work,62826bf03710200044e0bfc8bcbe5df1
            > table get incident INC0010021 -f number,short_description,caller_id --format tsv
            number	short_description	caller_id
            INC0010021	my computer doesn't work	62826bf03710200044e0bfc8bcbe5df1
            > table get incident INC0010021 -f number,short_description,caller_id --format yaml
            number: INC0010021
            short_description: my computer doesn't work
            caller_id: "62826bf03710200044e0bfc8bcbe5df1"
            > table get incident INC0010021 -f number,short_description,caller_id --format markdown
            | Field | Value |
            | --- | --- |
            | number | INC0010021 |
            | short_description | my computer doesn't work |
            | caller_id | Abel Tuter |
            """#),
        Transcript(
            "A count has all eight formats",
            #"""
            > table count incident -q active=true --format columns
            65
            > table count incident -q active=true --format line
            65
            > table count incident -q active=true --format json
            {
              "count": "65"
            }
            > table count incident -q active=true --format ndjson
            {"count":"65"}
            > table count incident -q active=true --format csv
            count
            65
            > table count incident -q active=true --format tsv
            count
            65
            > table count incident -q active=true --format yaml
            count: "65"
            > table count incident -q active=true --format markdown
            65
            """#),
        Transcript(
            "The names of tables have all eight formats",
            #"""
            > table names department --format columns
            name            label
            cmn_department  Department
            > table names department --format line
            name:  cmn_department
            label: Department
            > table names department --format json
            [
              {
                "name": "cmn_department",
                "label": "Department"
              }
            ]
            > table names department --format ndjson
            {"name":"cmn_department","label":"Department"}
            > table names department --format csv
            name,label
            cmn_department,Department
            > table names department --format tsv
            name	label
            cmn_department	Department
            > table names department --format yaml
            - name: cmn_department
              label: Department
            > table names department --format markdown
            | name | label |
            | --- | --- |
            | cmn_department | Department |
            """#),
        Transcript(
            "The columns of a table have all eight formats",
            #"""
            > table describe sys_user_grmember --format columns | head -n 8
            name            type                        label
            group           reference(sys_user_group)   Group
            sys_created_by  string(40), read-only       Created by
            sys_created_on  glide_date_time, read-only  Created
            sys_id          GUID, read-only             Sys ID
            sys_mod_count   integer, read-only          Updates
            sys_tags        string(40), read-only       Tags
            sys_updated_by  string(40), read-only       Updated by
            > table describe sys_user_grmember --format line | head -n 8
            name:  group
            type:  reference(sys_user_group)
            label: Group

            name:  sys_created_by
            type:  string(40), read-only
            label: Created by

            > table describe sys_user_grmember --format json | head -n 8
            [
              {
                "name": "group",
                "label": "Group",
                "type": "reference",
                "reference": "sys_user_group",
                "mandatory": "false",
                "read_only": "false",
            > table describe sys_user_grmember --format ndjson | head -n 8
            {"name":"group","label":"Group","type":"reference","reference":"sys_user_group","mandatory":"false","read_only":"false","max_length":"32","choices":""}
            {"name":"sys_created_by","label":"Created by","type":"string","reference":"","mandatory":"false","read_only":"true","max_length":"40","choices":""}
            {"name":"sys_created_on","label":"Created","type":"glide_date_time","reference":"","mandatory":"false","read_only":"true","max_length":"40","choices":""}
            {"name":"sys_id","label":"Sys ID","type":"GUID","reference":"","mandatory":"false","read_only":"true","max_length":"32","choices":""}
            {"name":"sys_mod_count","label":"Updates","type":"integer","reference":"","mandatory":"false","read_only":"true","max_length":"40","choices":""}
            {"name":"sys_tags","label":"Tags","type":"string","reference":"","mandatory":"false","read_only":"true","max_length":"40","choices":""}
            {"name":"sys_updated_by","label":"Updated by","type":"string","reference":"","mandatory":"false","read_only":"true","max_length":"40","choices":""}
            {"name":"sys_updated_on","label":"Updated","type":"glide_date_time","reference":"","mandatory":"false","read_only":"true","max_length":"40","choices":""}
            > table describe sys_user_grmember --format csv | head -n 8
            name,label,type,reference,mandatory,read_only,max_length,choices
            group,Group,reference,sys_user_group,false,false,32,
            sys_created_by,Created by,string,,false,true,40,
            sys_created_on,Created,glide_date_time,,false,true,40,
            sys_id,Sys ID,GUID,,false,true,32,
            sys_mod_count,Updates,integer,,false,true,40,
            sys_tags,Tags,string,,false,true,40,
            sys_updated_by,Updated by,string,,false,true,40,
            > table describe sys_user_grmember --format tsv | head -n 8
            name	label	type	reference	mandatory	read_only	max_length	choices
            group	Group	reference	sys_user_group	false	false	32	
            sys_created_by	Created by	string		false	true	40	
            sys_created_on	Created	glide_date_time		false	true	40	
            sys_id	Sys ID	GUID		false	true	32	
            sys_mod_count	Updates	integer		false	true	40	
            sys_tags	Tags	string		false	true	40	
            sys_updated_by	Updated by	string		false	true	40	
            > table describe sys_user_grmember --format yaml | head -n 8
            - name: group
              label: Group
              type: reference
              reference: sys_user_group
              mandatory: "false"
              read_only: "false"
              max_length: "32"
              choices: ""
            > table describe sys_user_grmember --format markdown | head -n 8
            | name | type | label |
            | --- | --- | --- |
            | group | reference(sys_user_group) | Group |
            | sys_created_by | string(40), read-only | Created by |
            | sys_created_on | glide_date_time, read-only | Created |
            | sys_id | GUID, read-only | Sys ID |
            | sys_mod_count | integer, read-only | Updates |
            | sys_tags | string(40), read-only | Tags |
            """#),
        Transcript(
            "Without fields programs get every column",
            #"""
            > table list cmn_department -n 2 --order name --format csv
            parent,sys_mod_count,description,head_count,sys_updated_on,sys_tags,business_unit,sys_id,dept_head,sys_updated_by,cost_center,sys_created_on,name,company,id,primary_contact,sys_created_by
            ,0,"Answers customers, day and night",15,2020-11-01 13:32:59,,,0488b278c94244a2e6675216f45f4ff9,,admin,,2020-11-01 13:32:59,Customer Support,31bea3d53790200044e0bfc8bcbe5dec,60,,admin
            038ad11730eefcd62354d4945e46b165,0,Builds it,38,2020-11-01 12:03:32,,,714a21fe0839935f5daad8912fbd6a6f,,admin,,2020-11-01 12:03:32,Development,31bea3d53790200044e0bfc8bcbe5dec,51,,admin
            ! 2 of 10 shown; -n NUMBER or --all shows more.
            > table get cmn_department Sales --format json
            {
              "parent": "",
              "sys_mod_count": "0",
              "description": "Direct and partner sales",
              "head_count": "44",
              "sys_updated_on": "2020-11-01 10:23:37",
              "sys_tags": "",
              "business_unit": "",
              "sys_id": "c795c085f4bcaee1e9d05371f4ca76b1",
              "dept_head": "",
              "sys_updated_by": "admin",
              "cost_center": "",
              "sys_created_on": "2020-11-01 10:23:37",
              "name": "Sales",
              "company": "31bea3d53790200044e0bfc8bcbe5dec",
              "id": "40",
              "primary_contact": "",
              "sys_created_by": "admin"
            }
            """#),
    ]
}
