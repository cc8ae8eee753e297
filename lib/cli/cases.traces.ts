/**
 * Situations from public reports, rebuilt in the agents' own formats with right values worked by hand, in
 * `../cases` beside the traces: what the command line says of each.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capture } from './testing/captured-io';

const folder = join(process.env['HIGHWATER_TRACES'] ?? '', '../cases');

/** A command line, `@` before a file of the folder, and what its output holds. */
const said: readonly (readonly [command: string, ...holds: readonly string[]])[] = [
  [
    'explain @cc-usage-iterations.jsonl',
    'the policy’s count of 988,691 is 21,691 above the threshold of 967,000',
    'its request held 494,590, 472,410 below the threshold',
  ],
  [
    'explain @cc-auto-compact-window-500k.jsonl',
    'Step 8 compacted by itself at 468,102 tokens, below a threshold of 967,000: a window of 500,000 explains it',
  ],
  ['knobs @cc-auto-compact-window-500k.jsonl', 'Context window 500,000 tokens explains it'],
  [
    'findings @cc-compaction-grew-subagent.jsonl',
    '30,029 became 197,548 tokens: step 4.',
    'Claude Code counted 190,400 before the compaction at step 4; the provider counted 30,029: 6.34×.',
  ],
  [
    'findings @cc-manual-compact-failed.jsonl',
    'A manual compaction failed behind the last step at 97,000 tokens, 48 % of the window of 200,000',
  ],
  [
    'findings @cc-resume-cache-miss.jsonl',
    'The cache was lost · 4 to 8',
    '558,590 tokens were sent uncached',
  ],
  ['cost @cc-fork-original.jsonl @cc-fork-copy.jsonl', '11 steps charged', 'they count once'],
  ['explain @codex-window-2432.jsonl', 'Compacted at steps 1, 2, 3 and 4', 'threshold of 2,304'],
  [
    'explain @codex-model-switch.jsonl',
    'was refused because the model was switched to gpt-5.1-codex-mini, whose window is 121,600 after 258,400',
    'Threshold: 115,200',
  ],
  [
    'findings @pi-turn-aggregated-usage.jsonl',
    'Step 10: 930,012 after 147,804, where at most 622 tokens came in',
  ],
  ['explain @refusal-together.jsonl', 'Refused at step 1: 516,368 of 262,144 tokens'],
  ['explain @refusal-vllm-input.jsonl', 'Refused at step 1: 265,330 of 262,144 tokens'],
  ['explain @refusal-kimi.jsonl', 'Refused at step 1: 300,000 of 262,144 tokens'],
  [
    'explain @refusal-ollama.jsonl',
    'Refused at step 1, 100,918 above a limit that it does not name',
  ],
  ['explain @refusal-mistral.jsonl', 'Refused at step 1: 300,000 of 262,144 tokens'],
  ['explain @refusal-grok-ctx.jsonl', 'Refused at step 1: 505,759 of 500,000 tokens'],
  [
    'explain @refusal-openrouter.jsonl',
    'Refused at step 1: 38,862 of 200,000 tokens, with 201,138 reserved for its response',
  ],
  [
    'explain @adk-python-open-call.json --policy adk-python --set tokenThreshold=8000 --set retention=4 --step 21',
    'reached, but nothing changes (The call in entry 25 is never answered',
  ],
  [
    'explain @crush-own-policy.db',
    'Refused at step 3 and 1 more: 1,240,031 of 1,000,000 tokens',
    'Crush knew its count of step 2, 217,146',
    'Threshold: 980,000',
  ],
  ['import @goose-export.json', 'goose', '124,611'],
  ['import @wild-bedrock-converse.jsonl', 'bedrock', ' 3      1,840 '],
  ['import @wild-openai-stored-responses.jsonl', 'openai-stored', ' 3      1,840 '],
  ['import @wild-vertex-request-response-log.jsonl', 'vertex-log', ' 3      1,840 '],
  ['import @wild-claude-agent-sdk-python.jsonl', 'claude-stream', ' 3      2,243 '],
  ['import @wild-pydantic-ai-messages.json', 'pydantic-ai', ' 3      1,840 '],
  ['import @wild-langgraph-thread-state.json', 'langgraph', ' 3      1,840 '],
  ['import @wild-openai-agents-session.db', 'openai-agents', 'no usage'],
  ['import @wild-strands', 'strands', 'no usage'],
  [
    'explain @codex-0.169-summariser-call.jsonl',
    'count of 90,000 is exactly the threshold of 90,000',
  ],
  [
    'explain @codex-0.171.0-summary-call-counted-as-step.jsonl.gz',
    'Step 11 compacted: the policy’s count of 34,001',
  ],
  [
    'explain @codex-0.171.0-no-sealed-reasoning-overcounts.jsonl.gz --step 11',
    'its count of 28,009',
  ],
  ['compactions @opencode-tail-nonascii.db.gz', '18,055  37 → 12       27 '],
  ['import @opencode-redacted-ids.json', ' 31      9 '],
  ['explain @opencode-one-compaction.json --step 8', 'Compacted at step 8'],
  ['import @wal-without-sidecar/s.db', ' 50     50 '],
];

describe.runIf(existsSync(folder))('a situation from the field', () => {
  it.each(said)('%s', async (command, ...holds) => {
    const args = command.split(' ').map((word) => word.replace('@', `${folder}/`));
    const { code, out } = await capture(args);
    expect(code).toBe(0);
    for (const text of holds) expect(out).toContain(text);
  });

  it.each(['zip64-cd-offset-2e62.zip', 'zip64-locator-offset-2e63.zip'])(
    '%s is one sentence',
    async (file) => {
      const { code, messages } = await capture(['import', join(folder, file)]);
      expect(code).not.toBe(0);
      expect(messages).toContain(`${file}: The ZIP archive is damaged`);
    },
  );

  it('a model’s name with escapes leaves without them', async () => {
    const { out } = await capture(['import', join(folder, 'terminal-escape-model.jsonl')]);
    expect(out).not.toMatch(/[\u001b\u0007\u009b]/);
  });
});
