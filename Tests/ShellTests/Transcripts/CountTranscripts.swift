import Testing

/// `table count` with groups and aggregates.
extension Transcripts {
    static let counts = [
        Transcript(
            "Groups are counted, with what is displayed or what is stored",
            #"""
            > table count incident --by priority
            priority      count
            1 - Critical  43
            2 - High      78
            3 - Moderate  150
            4 - Low       98
            5 - Planning  71
            > table count incident -q active=true^priorityIN1,2 --by priority,state --order -count,priority
            priority      state        count
            2 - High      On Hold      4
            2 - High      New          3
            2 - High      Resolved     3
            1 - Critical  In Progress  2
            1 - Critical  On Hold      2
            1 - Critical  Resolved     2
            2 - High      In Progress  1
            > table count incident --by priority --display both --order priority
            priority          count
            1 - Critical (1)  43
            2 - High (2)      78
            3 - Moderate (3)  150
            4 - Low (4)       98
            5 - Planning (5)  71
            > table count incident -q active=true^priority=1 --by caller_id.department --order -count --format csv
            caller_id.department,count
            714a21fe0839935f5daad8912fbd6a6f,2
            0488b278c94244a2e6675216f45f4ff9,1
            a581ab703710200044e0bfc8bcbe5de8,1
            2b3b614d7fed8e5e75c1f039ca18e183,1
            24d4febafc51801bba5f92ada9c8efd3,1
            """#),
        Transcript(
            "A chart shows shares and bars as wide as the terminal", width: 60,
            #"""
            > table count incident --by priority --chart
            priority      count  share  chart
            1 - Critical  43     9.8%   #########
            2 - High      78     17.7%  #################
            3 - Moderate  150    34.1%  ################################
            4 - Low       98     22.3%  #####################
            5 - Planning  71     16.1%  ###############
            > table count incident --by state --chart --order -count --format csv
            state,count,share
            7,352,80.0
            6,23,5.2
            8,23,5.2
            3,17,3.9
            2,16,3.6
            1,9,2.0
            > table count incident --chart
            ! error: --chart is about groups.
            ! hint: --by FIELDS makes groups.
            ? exit 2
            """#),
        Transcript(
            "Averages, sums, least and greatest values stand beside the count",
            #"""
            > table count incident --avg reassignment_count --max priority
            count                   440
            avg_reassignment_count  1.4795
            max_priority            5
            > table count incident --by priority --sum reassignment_count --avg reassignment_count --order priority
            priority      count  avg_reassignment_count  sum_reassignment_count
            1 - Critical  43     1.4186                  61
            2 - High      78     1.6538                  129
            3 - Moderate  150    1.5400                  231
            4 - Low       98     1.2857                  126
            5 - Planning  71     1.4648                  104
            > table count incident --by state --min opened_at --having "count > 30" --order state
            state   count  min_opened_at
            Closed  352    2023-10-20 15:56:21
            > table count incident --by state --avg priority --having "count > 30, avg_priority<=3.7" --order -avg_priority
            state   count  avg_priority
            Closed  352    3.1761
            > table count incident --by state --having "count>1000"
            state  count
            ! No group matches.
            """#),
        Transcript(
            "What cannot be worked out is said before anything is asked",
            #"""
            > table count incident --by state --having "‹often›"
            ! error: Invalid --having condition.
            ! hint: --having "count > 3"
            ? exit 2
            > table count incident --by state --having "‹avg_priority > 3›"
            ! error: There is no column avg_priority here to compare.
            ! hint: There are: count.
            ? exit 2
            > table count incident --having ‹"count > 3"›
            ! error: --having is about groups.
            ! hint: --by FIELDS makes groups.
            ? exit 2
            > table count incident --by state --order ‹-cuont›
            ! error: There is no column cuont here to order by.
            ! hint: There are: state and count.
            ? exit 2
            > table count incident --by ‹nosuch› --order -count
            nosuch  count
                    440
            ! warning: incident has no column nosuch; nothing is grouped by it.
            > table count incident -q ‹prioriti=1› --by state --order -count
            state        count
            Closed       352
            Resolved     23
            Canceled     23
            On Hold      17
            In Progress  16
            New          9
            ! warning: incident has no column prioriti: prioriti=1 is dropped.
            ! hint: Did you mean priority?
            ! warning: No condition is left; the query matches every record of incident.
            """#),
    ]
}
