import type { Unsourced } from './definition';

/** Brutal tests after the production setup: tool definitions, images, several calls a turn. threshold-strategy-v2.md. */
export const brutalProduction: readonly Unsourced[] = [
  {
    name: '200k_MagecProductionScenario',
    family: 'tool definitions',
    window: 200_000,
    ratio: 2.5,
    system: 8000,
    tools: 17_475,
    turns: [
      {
        repeat: 30,
        user: 93,
        numbered: true,
        model: 417,
        calls: 'mcp_tool_0 8000 + mcp_tool_5 5000',
        rules: [
          {
            every: 6,
            calls: 'mcp_tool_0 8000 + mcp_tool_5 5000 + mcp_tool_10 15000 + mcp_tool_15 10000',
          },
          { every: 4, inline: 'image/png 80000' },
        ],
      },
    ],
    words: '25 MCP tools + images + 2-4 tool calls/turn (exact production setup)',
    expected: [5, 0],
  },
  {
    name: '200k_MagecProductionScenario_NoUsageMetadata',
    family: 'no usage',
    window: 200_000,
    ratio: 2.5,
    usage: false,
    system: 5000,
    tools: 11_340,
    turns: [
      {
        repeat: 20,
        user: 37,
        numbered: true,
        calls: 'mcp_tool_0 5000',
        rules: [{ every: 3, inline: 'image/png 50000' }],
      },
    ],
    words: '20 MCP tools + images + no calibration',
    expected: [1, 0],
  },
];
