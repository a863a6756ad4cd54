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
            "A count is a number for people and a value for programs",
            #"""
            > table count incident -q active=true --format columns
            65
            > table count incident -q active=true --format json
            {
              "count": "65"
            }
            > table count incident -q active=true --format csv
            count
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
            """#),
    ]
}
