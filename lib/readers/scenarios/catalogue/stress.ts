import { readScenarios } from './read-table';

/** Stress tests of the seeds (TestStress_*): threshold-strategy-v2.md. */
export const stress = readScenarios(`
200k_NormalConversation | normal | 200000 × 2, system 2000 | 0
  30 × user 167 numbered
  none

200k_ToolHeavy | tools | 200000 × 2, system 3000 | 1
  20 × user 50 numbered; calls kubectl_get_pods 10000 + kubectl_describe 5000 + kubectl_logs 20000
  3/turn parallel (10k-20k)

200k_SingleGiantToolResponse | burst | 200000 × 2, system 2000 | 0
  user 40; calls kubectl_get_pods 300000
  user 50
  user 48
  1×300k

200k_ToolBurst_10Parallel | burst | 200000 × 2, system 2000 | 0
  user 45; calls tool_{1-10} 5000
  user 44
  user 23; calls edit_file 2000 + run_tests 10000
  10 parallel (5k each)

200k_NoUsageMetadata | no usage | 200000 × 2.5, no usage, system 2000 | 0
  25 × user 65 numbered; calls kubectl 8000
  1/turn (8k)

200k_LongRunning_50Turns | long | 200000 × 2.2, system 3000 | 1
  50 × user 107 numbered; every 3: calls search 5000 + fetch 15000
  every 3rd (5k+15k)

200k_HighTokenRatio | ratio | 200000 × 3, system 5000 | 0
  15 × user 41 numbered; calls status 10000
  1/turn (10k)

200k_VeryHighTokenRatio_4x | ratio | 200000 × 4, system 3000 | 1
  10 × user 42; calls read_schema 20000
  1/turn (20k)

200k_LargeSystemPrompt | system prompt | 200000 × 2, system 50000 | 0
  20 × user 29 numbered; calls tool 5000
  1/turn (5k), 50k system

200k_MassiveToolBurst | burst | 200000 × 2, system 3000 | 1
  user 35; calls service_{0-14} 50000
  user 40
  15 parallel (50k each)

200k_RepeatedCompactions | long | 200000 × 2, system 5000 | 3
  60 × user 56 numbered; every 2: calls fetch_data 30000 + process 10000
  every 2nd (30k+10k)

200k_LateUsageMetadata, part 1 of 2 | no usage | 200000 × 2, no usage, system 2000 | 0
  5 × user 34; calls tool 5000
  1/turn (5-10k)

200k_LateUsageMetadata, part 2 of 2 | no usage | 200000 × 2.5, system 2000 | 0
  20 × user 35 numbered; calls tool 10000
  1/turn (5-10k)

200k_100Turns_MixedWorkload | long | 200000 × 2.3, system 5000 | 2
  100 × user 95 numbered; every 10: calls big_fetch 50000;
    every 5: calls small_tool 2000 + medium_tool 5000; every 3: calls query 1000
  mixed (1k-50k)

200k_KubeAgent | tools | 200000 × 2.5, system 5000 | 3
  20 × user 89 numbered;
    calls kubectl_get_pods 15000 + kubectl_describe_pod 10000 + kubectl_get_logs 25000
  kubectl_get_pods (15k) + describe (10k) + logs (25k)

200k_MixedDebugSession | tools | 200000 × 2.2, system 3000 | 0
  25 × user 100 numbered; every 7: calls prometheus_query 20000 + sql_query 15000;
    every 4: calls http_get_health 500; every 3: calls grep_logs 8000
  prometheus (20k) + sql (15k) + http (500) + grep (8k) mixed

200k_PureToolStorm | tools | 200000 × 2, system 1000 | 0
  30 × user 10 numbered; calls tool_{turn}_a 5000 + tool_{turn}_b 5000
  2/turn (5k each), minimal text

200k_CodingAgent | sequential | 200000 × 2.5, system 8000 | 1
  15 × user 77 numbered; model 417; calls read_file 8000 > edit_file 2000 > run_tests 12000
  read_file (8k) → edit_file (2k) → run_tests (12k) sequential

200k_HeavyToolDefinitions | tool definitions | 200000 × 2, system 3000, tools 11340 | 1
  30 × user 55 numbered; calls mcp_tool_0 5000 + mcp_tool_5 8000
  2/turn (5k+8k), 20 MCP tool defs (2k schema each)

200k_InlineImages | inline data | 200000 × 2, system 2000 | 3
  15 × user 60 numbered; inline image/png 100000
  none, 100KB image/turn

1M_NormalConversation | normal | 1000000 × 2, system 10000 | 0
  50 × user 130 numbered; calls fetch 10000
  1/turn (10k)

1M_HeavyTools | tools | 1000000 × 2, system 10000 | 1
  30 × user 33 numbered; calls read_file 50000 + grep_codebase 20000 + run_tests 30000
  read_file (50k) + grep (20k) + tests (30k)

4k_NormalConversation | normal | 4000 × 1.8, system 300 | 2
  20 × user 600
  none

4k_WithSmallTools | tools | 4000 × 1.8, system 200 | 1
  10 × user 200; calls search 500
  1/turn (500)

8k_NormalConversation | normal | 8000 × 1.8, system 500 | 1
  20 × user 800
  none

8k_SmallToolCalls | tools | 8000 × 1.8, system 500 | 1
  15 × user 500; calls web_search 1000
  1/turn (1k)

8k_LargeToolResponse | burst | 8000 × 1.8, system 500 | 1
  user 61; calls read_file 20000
  user 46
  user 29
  1×20k

8k_NoUsageMetadata | no usage | 8000 × 2, no usage, system 300 | 6
  25 × user 800; calls tool 1500
  1/turn (1.5k)

8k_LongRunning_40Turns | long | 8000 × 1.8, system 500 | 2
  40 × user 600
  none

8k_ToolBurst | burst | 8000 × 1.8, system 500 | 0
  user 38; calls diag_1 3000 + diag_2 3000 + diag_3 3000
  user 36
  user 19; calls fix 1000 + verify 2000
  3 parallel (3k) + 2 (1-2k)

8k_HighTokenRatio | ratio | 8000 × 3, system 300 | 4
  20 × user 600; calls tool 1000
  1/turn (1k)

8k_LargeSystemPrompt | system prompt | 8000 × 1.8, system 8000 | 1
  15 × user 600
  none, 8k system

8k_OnlyToolResponses | tools | 8000 × 2, system 200 | 3
  10 × user 11; calls execute 5000
  1/turn (5k)

8k_RapidFireShortMessages | normal | 8000 × 1.8, system 200 | 3
  80 × user 400
  none

8k_RepeatedCompactions | long | 8000 × 1.8, system 500 | 6
  40 × user 400; calls query 2000
  1/turn (2k)

8k_AlternatingToolAndText | tools | 8000 × 2, system 400 | 5
  30 × user 500; every 2: calls tool 3000
  every 2nd (3k)

8k_KubeAgent | tools | 8000 × 2, system 500 | 10
  10 × user 22; calls kubectl_get_pods 5000 + kubectl_describe_pod 3000 + kubectl_get_logs 8000
  kubectl_get_pods (5k) + describe (3k) + logs (8k)

8k_MixedDebugSession | tools | 8000 × 1.8, system 500 | 1
  20 × user 78 numbered; every 5: calls prometheus_query 3000 + sql_query 2000;
    every 3: calls http_get_health 200
  prometheus (3k) + sql (2k) + http (200) mixed

8k_PureToolStorm | tools | 8000 × 1.8, system 200 | 2
  20 × user 2; calls execute 2000
  1/turn (2k), minimal text

8k_CodingAgent | sequential | 8000 × 2, system 800 | 6
  10 × user 26; model 217; calls read_file 3000 > edit_file 1000 > run_tests 4000
  read_file (3k) → edit_file (1k) → run_tests (4k) sequential

8k_HeavyToolDefinitions | tool definitions | 8000 × 2, system 400, tools 3040 | 40 loop
  20 × user 23 numbered; calls mcp_tool_0 1500
  1/turn (1.5k), 10 MCP tool defs (1k schema each)

8k_InlineSmallImages | inline data | 8000 × 2, system 200 | 5
  10 × user 32; inline image/png 10000
  none, 10KB image/turn

CompactionNoInfiniteLoop | system prompt | 8000 × 2.5, system 12000 | 5 loop
  5 × user 500
  none, 12k system
`);
