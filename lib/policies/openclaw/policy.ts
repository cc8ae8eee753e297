/**
 * OpenClaw's memory flush and its compaction: openclaw/openclaw, extensions/memory-core/src/flush-plan.ts at 03df6a62,
 * src/auto-reply/reply/agent-runner-memory.ts at 001ba9a3, memory-flush.ts at 00ed6771, and
 * docs/reference/session-management-compaction/compaction.md at 1de69586 (2026).
 *
 * Before a turn the prompt and the response of the last usage and chars ÷ 4 of the new prompt are compared with the window less
 * a reserve of 20,000 tokens, a quarter of the window at most. 4,000 tokens below it a turn that nobody sees asks the model,
 * once until the next compaction, to write what should last to a file: instructions behind the system prompt and a prompt of
 * its own, whose answers never enter the log. At the threshold what is older than the newest 20,000 tokens becomes a
 * summary. Inside a turn it looks in the mode `default` only; `safeguard` is what an agent has where its user chose
 * nothing.
 *
 * From the source and its document, not run. Modelled: the flush is asked with the request that follows it; it has two calls,
 * one that writes the file and one that answers, and how much they write is a setting; both modes fire from the threshold
 * on, `default` above it. Not modelled: the flush at 2 MiB of transcript; contextPruning, which shortens old results for the
 * one request that comes after the cache expired and sends them whole again in the next; the second summary of a turn
 * that is cut; the texts of recent turns and the audit of summaries in `safeguard`; compaction after an overflow.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { byteAt } from '@/lib/engine/base/read';
import { heuristicForm } from '@/lib/engine/policy/decision';
import type { Mechanism, PipelineRequest } from '@/lib/engine/policy/pipeline/mechanism';
import { pipeline } from '@/lib/engine/policy/pipeline/pipeline-run';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { cappedSummary, tokenSetting, windowSetting } from '@/lib/engine/policy/settings';
import { promptOf } from '@/lib/engine/policy/summariser';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';

/** Bytes of the flush's prompt and of its instructions behind the system prompt, as they are by default. */
const FLUSH = 547 + 512;
/** Tokens of the answer that nobody sees, NO_REPLY. */
const SILENT = 4;

const settings = z.strictObject({
  window: windowSetting(),
  reserve: tokenSetting(20_000, {
    label: 'Reserved',
    description: 'reserveTokensFloor; never more than a quarter of the window',
  }),
  keep: tokenSetting(20_000, { label: 'Kept at least', description: 'keepRecentTokens' }),
  inTurns: z.boolean().default(false).meta({
    label: 'Looks inside a turn',
    description: 'compaction.mode: default looks before every request, safeguard before a turn',
    advice: 'Switch it on where long runs of tools overflow within a turn',
  }),
  flush: z.boolean().default(true).meta({
    label: 'Memory flush',
    description: 'memoryFlush.enabled: a turn that nobody sees writes what should last to a file',
    advice: 'Switch it off to see what the turn costs',
  }),
  soft: tokenSetting(4_000, {
    label: 'Flushes earlier by',
    description: 'memoryFlush.softThresholdTokens',
    advice: 'Raise it where turns grow so fast that the flush falls on the compaction',
  }),
  memory: tokenSetting(600, {
    label: 'Written by a flush',
    description: 'Assumed: what the flush writes to its file; no recording of OpenClaw is read',
    advice: 'Set it to what your memory files grow by at a flush',
  }),
  ...cappedSummary('Highwater’s cap; OpenClaw leaves it to the model'),
});
export type OpenclawSettings = z.infer<typeof settings>;

const threshold = ({ window, reserve }: OpenclawSettings): number =>
  window - Math.min(reserve, Math.floor(window / 4));

/** The newest messages that have so many tokens; a cut at a result moves on to the next message. */
function newest(request: PipelineRequest, { keep }: OpenclawSettings): number {
  const { flags } = request.profile.entries;
  let from = Math.max(0, request.newest(Math.max(0, keep - 1)) - 1);
  while (from < request.entries && (byteAt(flags, from) & entryFlag.response) !== 0) from++;
  return from;
}

const mechanisms: readonly Mechanism<OpenclawSettings>[] = [
  {
    name: 'Memory flush',
    does: 'adds',
    trigger: (chosen) => (chosen.flush ? threshold(chosen) - chosen.soft : Infinity),
    when: ({ beginsTurn, step }) => beginsTurn && step > 0,
    asks: () => FLUSH,
    writes: ({ memory }) => [memory, SILENT],
  },
  {
    name: 'Compaction',
    does: 'summarises',
    trigger: threshold,
    when: ({ beginsTurn }, { inTurns }) => beginsTurn || inTurns,
    keeps: newest,
    cap: ({ summaryCap }) => summaryCap,
  },
];

/** OpenClaw. */
export const openclaw = definePolicy({
  id: 'openclaw',
  label: 'OpenClaw',
  provenance: {
    system: 'OpenClaw',
    repository: 'github.com/openclaw/openclaw',
    path: 'extensions/memory-core/src/flush-plan.ts',
    version: '03df6a62 (2026)',
    basis: 'documented',
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule: 'threshold = window − min(reserve, window ÷ 4)',
    threshold,
    thresholdFormula: (chosen) =>
      `${formatInteger(chosen.window)} − ${formatInteger(chosen.window - threshold(chosen))}`,
    path: () => ['window', 'reserve'],
    value: [heuristicForm],
    count: 'prompt + response of the last usage + chars ÷ 4 of what came since',
    lastReal: 'Last prompt + output',
  },
  traits: { keepsTail: true, summariserCache: 'unshared' },
  mechanisms,
  summariser: promptOf({ source: 'compaction.md, the built-in summary request' }),
  settings,
  presets: [
    { id: 'reference', label: 'A flush, then a summary, before a turn', settings: {} },
    { id: 'default-mode', label: 'mode default: inside a turn too', settings: { inTurns: true } },
    { id: 'no-flush', label: 'Without the memory flush', settings: { flush: false } },
  ],
  form: formOf(referenceEstimator),
  begin: pipeline({
    value: ({ total, since, heuristic }) => (total > 0 ? total + since : heuristic),
    mechanisms,
  }),
});
