import { readScenarios } from './read-table';

/** Brutal tests of the seeds (TestBrutal_*): threshold-strategy-v2.md. */
export const brutal = readScenarios(`
8k_ToolResponseBiggerThanWindow | burst | 8000 × 2, system 500 | 1
  user 29; calls db_dump 40000
  user 24
  user 21
  Single 40k tool response (5× window)

8k_EveryTurnExceedsWindow | burst | 8000 × 2, system 500 | 15
  15 × user 2000; calls big_tool 15000
  2k msg + 15k tool every turn

8k_NoUsageMetadata_HighRatio | no usage | 8000 × 2, no usage, system 500 | 5
  20 × user 700; calls tool 2000
  Pure heuristic at default factor limit

8k_NoUsageMetadata_BeyondDefault | no usage | 8000 × 3, no usage, system 400 | 3
  15 × user 600; calls tool 1500
  Ratio > default factor (known limitation)

8k_150Turns | long | 8000 × 1.8, system 300 | 6
  150 × user 300; every 5: calls check 1000
  Extreme session length

8k_SystemPromptLargerThanWindow | system prompt | 8000 × 2, system 15000 | 10 loop
  10 × user 400
  15k system prompt > 8k window

8k_ToolChain_MultipleRoundtrips | tools | 8000 × 2, system 500 | 5
  10 × user 29;
    calls step_1_fetch 3000 + step_2_parse 2000 + step_3_validate 1500 + step_4_transform 2500 +
    step_5_store 1000
  5 parallel tools/turn (10k total)

8k_AlternatingHugeAndTiny | burst | 8000 × 2, system 300 | 7
  30 × user 300; calls big_read 10000; every 2: user 2; every 2: calls none
  "ok" alternating with 10k tools

8k_CompactionEveryStep | tools | 8000 × 2, system 4000 | 15
  30 × user 1200; calls tool 4000
  1.2k msg + 4k tool + 4k system

8k_CorrectionFactorDrift | ratio | 8000 × 1.5, system 400 | 2
  20 × user 500; calls tool 1500
  Low ratio testing drift

8k_EmptyToolResponses | tools | 8000 × 2, system 300 | 1
  25 × user 600; calls ping 5 + health 10 + status 3
  3 tools with 3-10 char responses

8k_VeryLargeModelResponses | normal | 8000 × 2, system 300 | 3
  20 × user 300; model 2017
  2k-char model responses

8k_JSON_Heavy_ToolResponses | ratio | 8000 × 3.5, system 400 | 5
  15 × user 31 numbered; calls get_config 3000
  High ratio simulating JSON structure overhead

8k_ToolDefinitionsNoUsageMetadata | no usage | 8000 × 2, no usage, system 300, tools 1920 | 7
  15 × user 27 numbered; calls mcp_tool_0 1000
  8 MCP tools (800ch schema) + no calibration

8k_ToolDefsAndInlineCombined | no usage | 8000 × 2, no usage, system 300, tools 1040 | 5
  20 × user 16 numbered; calls mcp_tool_0 800; every 4: inline image/png 5000
  5 MCP tools + images + tools + no calibration (all blind spots)

8k_PureToolStorm_50Turns | tools | 8000 × 2, system 200 | 12
  50 × user 3; calls exec 3000
  3k tool/turn, minimal text, 50 turns

8k_CodingAgent_NoUsageMetadata | no usage | 8000 × 2, no usage, system 500 | 7
  15 × user 33 numbered; calls read_file 2000 > edit_file 800 > run_tests 3000
  Sequential read→edit→tests, no calibration

8k_SequentialEscalatingSizes | sequential | 8000 × 2, system 300 | 7
  10 × user 16; calls step1 500 > step2 1500 > step3 3000 > step4 5000
  4 sequential tools escalating: 500→1.5k→3k→5k

8k_SequentialToolChain | sequential | 8000 × 2, system 500 | 5
  8 × user 32; calls read_file 2000 > grep_logs 1500 > query_db 2500 > fetch_api 1000 > analyze 1500
  5 sequential tools (2k, 1.5k, 2.5k, 1k, 1.5k)

8k_SequentialChain_NoUsageMetadata | no usage | 8000 × 2, no usage, system 400 | 3
  10 × user 32; calls check 1000 > fix 800 > verify 1200
  3 sequential tools (1k, 800, 1.2k), no calibration

200k_ConsecutiveMassiveBursts | burst | 200000 × 2.5, system 5000 | 3
  10 × user 49; calls fetch_all 80000 + analyze 30000
  80k+30k tools every turn

200k_NoUsageMetadata_LongSession | no usage | 200000 × 2.5, no usage, system 3000 | 5
  80 × user 39 numbered; calls fetch 20000
  No calibration over 80 turns

200k_TokenRatio_5x | ratio | 200000 × 5, system 3000 | 1
  10 × user 59; calls read_file 15000
  Extreme 5× underestimation

200k_SingleTurnFillsWindow | burst | 200000 × 2, system 3000 | 1
  user 52; calls audit_{0-19} 30000
  user 18
  20 parallel tools × 30k = 600k

200k_200Turns | long | 200000 × 2.2, system 5000 | 2
  200 × user 74 numbered; every 15: calls big_fetch 40000; every 7: calls search 3000 + fetch 8000;
    every 4: calls query 500
  Extreme session length with mixed tools

200k_ToolDefinitionsDominateWindow | tool definitions | 200000 × 2.5, system 5000, tools 56420 | 10
  20 × user 49 numbered; calls mcp_tool_0 10000 + mcp_tool_10 15000 + mcp_tool_20 5000
  50 MCP tools × 4k schema + 3 tool calls/turn

200k_ToolDefinitionsHighRatio | tool definitions | 200000 × 3.5, system 4000, tools 25920 | 3
  15 × user 36 numbered; calls mcp_tool_0 20000 + mcp_tool_15 10000
  30 MCP tools × 3k schema, high ratio

200k_LargeInlineDocuments | inline data | 200000 × 2, system 2000 | 1
  user 23; inline application/pdf 500000
  user 37; inline application/pdf 300000
  user 29
  500KB + 300KB inline PDFs

200k_MultipleInlinePerTurn | inline data | 200000 × 2, system 2000 | 4
  8 × user 51; inline image/png 80000 + image/jpeg 60000 + image/png 90000
  3 images/turn (80k+60k+90k)

200k_ToolDefsAndInlineImages | tool definitions | 200000 × 2.5, system 3000, tools 6525 | 1
  20 × user 48 numbered; calls mcp_tool_0 5000; every 3: inline image/png 50000
  15 MCP tools + images every 3rd turn (production scenario)

200k_ToolDefsAndInlineNoUsageMetadata | no usage | 200000 × 2, no usage, system 2000, tools 3690 | 1
  15 × user 41 numbered; calls mcp_tool_0 3000; every 2: inline image/jpeg 30000
  10 MCP tools + images + no calibration

200k_KubeAgent_30Rounds | tools | 200000 × 2.5, system 5000 | 7
  30 × user 93 numbered; model 517;
    calls kubectl_get_pods 20000 + kubectl_describe_pod 15000 + kubectl_get_logs 40000
  kubectl_get_pods (20k) + describe (15k) + logs (40k), kube agent pattern

200k_MixedDebugSession_LongInvestigation | long | 200000 × 2.3, system 5000 | 1
  50 × user 68 numbered; model 317;
    every 10: calls prometheus_query 30000 + grafana_dashboard 10000;
    every 6: calls sql_query 20000; every 4: calls http_get 2000 + curl_endpoint 1500;
    every 3: calls grep_logs 5000
  prometheus (30k) + grafana (10k) + sql (20k) + http + grep mixed

200k_PureToolStorm_HugeResponses | tools | 200000 × 2, system 1000 | 3
  20 × user 4; calls fetch_all 50000 + process 20000
  fetch (50k) + process (20k) per turn, minimal text

200k_CodingAgent_DeepRefactor | sequential | 200000 × 2.5, system 10000 | 5
  25 × user 83 numbered; model 617;
    calls read_file 15000 > grep_codebase 5000 > edit_file 3000 > read_file 10000 >
    edit_file 4000 > run_tests 20000
  6 sequential tools/turn (read+grep+edit+read+edit+tests), large outputs

200k_SequentialEscalatingSizes | sequential | 200000 × 2, system 3000 | 3
  10 × user 38;
    calls list_files 2000 > read_small_file 5000 > read_large_file 20000 > analyze_data 40000 >
    generate_report 60000
  5 sequential tools escalating: 2k→5k→20k→40k→60k

200k_SequentialToolChain_LargeResponses | sequential | 200000 × 2, system 3000 | 1
  5 × user 38;
    calls fetch_data 40000 > preprocess 20000 > transform 30000 > validate 15000 > store 5000
  5 sequential tools (40k, 20k, 30k, 15k, 5k)

4k_ToolResponseExceedsWindow | burst | 4000 × 2, system 200 | 1
  user 19; calls read_all 20000
  user 24
  user 11
  Single 20k tool response (5× window)

4k_EveryTurnExceedsWindow | burst | 4000 × 2, system 200 | 20
  20 × user 1000; calls tool 8000
  1k msg + 8k tool every turn

4k_KubeAgent | tools | 4000 × 2, system 300 | 10
  10 × user 18; calls kubectl_get_pods 3000 + kubectl_describe 2000 + kubectl_logs 5000
  kubectl pattern in tiny window

4k_CodingAgent | sequential | 4000 × 2, system 300 | 7
  10 × user 14; calls read_file 2000 > edit_file 500 > run_tests 3000
  Sequential read→edit→tests in tiny window

4k_MixedDebug | tools | 4000 × 2, system 200 | 2
  15 × user 23 numbered; every 5: calls prometheus_query 3000 + sql_query 2000;
    every 3: calls http_get 200
  prometheus + sql + http mixed in 4k

4k_PureToolStorm | tools | 4000 × 2, system 100 | 6
  20 × user 2; calls exec 2000
  2k tool/turn, minimal text in 4k

4k_SequentialEscalatingSizes | sequential | 4000 × 2, system 200 | 4
  8 × user 10; calls step1 300 > step2 800 > step3 2000
  3 sequential tools escalating: 300→800→2k

1M_KubeAgent_ExtremeLongevity | long | 1000000 × 2, system 10000 | 5
  100 × user 61 numbered; calls kubectl_get_pods 30000 + kubectl_describe 20000 + kubectl_logs 50000
  kubectl (30k+20k+50k) per turn, 100 turns

1M_PureToolStorm_MonsterResponses | tools | 1000000 × 2, system 5000 | 2
  50 × user 10; calls fetch_dataset 100000
  100k tool/turn, 50 turns

1M_NoUsageMetadata | no usage | 1000000 × 2.5, no usage, system 5000 | 1
  40 × user 58 numbered; calls fetch 30000 + analyze 15000
  45k tools/turn, no calibration, 1M window

200k_MagecProductionScenario | tool definitions | 200000 × 2.5, system 8000, tools 17475 | 5
  30 × user 93 numbered; model 417; calls mcp_tool_0 8000 + mcp_tool_5 5000;
    every 6: calls mcp_tool_0 8000 + mcp_tool_5 5000 + mcp_tool_10 15000 + mcp_tool_15 10000;
    every 4: inline image/png 80000
  25 MCP tools + images + 2-4 tool calls/turn (exact production setup)

200k_MagecProductionScenario_NoUsageMetadata | no usage | 200000 × 2.5, no usage, system 5000, tools 11340 | 1
  20 × user 37 numbered; calls mcp_tool_0 5000; every 3: inline image/png 50000
  20 MCP tools + images + no calibration
`);
