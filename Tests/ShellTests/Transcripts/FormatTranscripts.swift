import Testing

/// A list, a count and a new record in each format.
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
        Transcript(
            "A created record has all eight formats",
            #"""
            > table create cmn_department name=D0 -f name,id --format columns
            name  D0
            id
            ! Created cmn_department D0.
            ! undo: table delete cmn_department 10e38fd54ad1ee50d82a64ba652b0eef
            > table create cmn_department name=D1 -f name,id --format line
            name: D1
            id:
            ! Created cmn_department D1.
            ! undo: table delete cmn_department 7fcc50675db73bc937c84dc1f1150700
            > table create cmn_department name=D2 -f name,id --format json
            {
              "name": "D2",
              "id": ""
            }
            ! Created cmn_department D2.
            ! undo: table delete cmn_department 43b06c48c91e728cf1c5f82846a0be68
            > table create cmn_department name=D3 -f name,id --format ndjson
            {"name":"D3","id":""}
            ! Created cmn_department D3.
            ! undo: table delete cmn_department 42ec33223c03bb0e7243eb88c58bc546
            > table create cmn_department name=D4 -f name,id --format csv
            name,id
            D4,
            ! Created cmn_department D4.
            ! undo: table delete cmn_department 9aef843bea2d8668013b90a6fbef59ba
            > table create cmn_department name=D5 -f name,id --format tsv
            name	id
            D5	
            ! Created cmn_department D5.
            ! undo: table delete cmn_department e415ce56f87b08890ce6902ec7c7e47b
            > table create cmn_department name=D6 -f name,id --format yaml
            name: D6
            id: ""
            ! Created cmn_department D6.
            ! undo: table delete cmn_department 2edaf13e4dbb959387dbd9a05c366faa
            > table create cmn_department name=D7 -f name,id --format markdown
            | Field | Value |
            | --- | --- |
            | name | D7 |
            | id |  |
            ! Created cmn_department D7.
            ! undo: table delete cmn_department 8da1aeca1ee805ed0c4581bb8411ca06
            """#),
    ]
}
