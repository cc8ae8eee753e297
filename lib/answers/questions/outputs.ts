import * as z from 'zod';
import { costTotal } from '@/lib/analysis/cost/cost-total';
import { givenPricesSchema } from '@/lib/analysis/cost/given-prices';
import { ratesOf } from '@/lib/analysis/cost/session-prices';
import {
  netEffectText,
  tallyOf,
  type NetEffect,
  type SessionTally,
} from '@/lib/analysis/explain/net-effect';
import {
  byEffect,
  capEffect,
  CAPS,
  helps,
  outputCaps,
  type CapEffect,
} from '@/lib/analysis/outputs/output-caps';
import { outputsOf, toolOutputs, type ToolOutputs } from '@/lib/analysis/outputs/tool-outputs';
import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { comparedWith } from '@/lib/engine/replay/control';
import type { Replay } from '@/lib/engine/replay/replay';
import { sentence, type Block } from '../model/block';
import { coreNumbers } from '../model/core-numbers';
import { defineQuestion, type SessionSubject } from '../model/question';

const count = z.int().min(0);

const SAVES_NOTHING = 'smaller tool results save no overflow and no compaction';

const output = z.object({
  tokens: count.describe('Heuristic tokens of the whole log'),
  tools: z
    .array(coreNumbers<ToolOutputs>('A tool with the sizes of its results'))
    .readonly()
    .describe('Tools by the tokens of their results; none where the recording names none'),
  changes: z
    .array(
      coreNumbers<CapEffect & { readonly words: string }>('A change of the log, and what it does'),
    )
    .readonly()
    .describe('Changes that help, the best first'),
  tried: count.describe('Changes that were replayed'),
});

type Facts = z.output<typeof output>;

/** What smaller tool results would change, where a setting is no cure. */
export const outputs = defineQuestion({
  id: 'outputs',
  title: 'Cap tool results',
  about:
    'Says which tools fill the context, and replays the session with their results cut to 16,000, 4,000 and 1,000 tokens, and with the largest results moved out of the log: what that saves in overflows, compactions and dollars, and how much leaves the log. The agent’s later steps stay as recorded.',
  needs: ['tools'],
  input: z.strictObject({
    prices: givenPricesSchema
      .default({})
      .describe('Prices to use instead, in dollars per million tokens: for all, or by model'),
  }),
  output,
  most: { changes: 20, tools: 20 },
  *run({ run, tools, nameOf, pricesOf }, { prices }) {
    const { profile } = run.session;
    const rates = ratesOf(pricesOf(prices));
    const dollarsOf = (of: Replay): number => costTotal(of, rates);
    const all = outputCaps(run, tools);
    const effects: CapEffect[] = [];
    for (const one of all) {
      yield { done: effects.length, of: all.length };
      effects.push(capEffect(run, one, dollarsOf));
    }
    return {
      tokens: profile.sum[profile.entryCount] ?? 0,
      tools: toolOutputs(outputsOf(profile, tools), tools),
      changes: effects
        .filter(helps)
        .sort(byEffect)
        .map((one) => ({ ...one, words: capWords(one, nameOf) })),
      tried: all.length,
      now: tallyOf(comparedWith(run), dollarsOf),
      ofEvery: effects.filter(({ tool, entry }) => tool === null && entry === null),
    };
  },
  together(all) {
    const [best] = CAPS.map((cap) => ({ cap, net: netOfAll(all, cap) })).sort(
      (a, b) =>
        a.net.after.overflows - b.net.after.overflows ||
        a.net.after.compactions - b.net.after.compactions ||
        b.cap - a.cap,
    );
    if (best === undefined) throw new Error('There is no cap');
    const { cap, net } = best;
    const { before, after } = net;
    const saves = after.overflows < before.overflows || after.compactions < before.compactions;
    const what = saves
      ? `with every tool result at most ${formatInteger(cap)} tokens: ${netEffectText(net)}`
      : SAVES_NOTHING;
    return {
      facts: {
        cap,
        overflows: before.overflows,
        overflowsThen: after.overflows,
        compactions: before.compactions,
        compactionsThen: after.compactions,
      },
      text: `${counted(all.length, 'session')} together: ${what}.`,
    };
  },
  tell: (facts) => [
    { ...sentence([leadText(facts)]), lead: true } as Block,
    ...(facts.tools.length === 0 ? [] : [toolTable(facts)]),
    ...(facts.changes.length === 0 ? [] : [changeTable(facts)]),
    ...besideLines(facts),
    ...(facts.tried === 0
      ? []
      : [
          sentence([
            'Sizes are bytes / 4. The agent’s later steps stay as recorded: with less to read it might have asked again.',
          ]),
        ]),
  ],
});

/** A session as it is, and under each cap of every result that cuts something. */
interface CappedSession {
  readonly now: SessionTally;
  readonly ofEvery: readonly CapEffect[];
}

/** Sums over sessions under one cap; one in which it cuts nothing stays as it is. Loops do not add up. */
function netOfAll(all: readonly CappedSession[], cap: number): NetEffect {
  const then = all.map(
    ({ now, ofEvery }) => ofEvery.find(({ tokens }) => tokens === cap)?.net.after ?? now,
  );
  return { before: sumOf(all.map(({ now }) => now)), after: sumOf(then) };
}

const sumOf = (tallies: readonly SessionTally[]): SessionTally => ({
  compactions: tallies.reduce((sum, one) => sum + one.compactions, 0),
  overflows: tallies.reduce((sum, one) => sum + one.overflows, 0),
  loop: null,
  dollars: tallies.some(({ dollars }) => dollars === null)
    ? null
    : tallies.reduce((sum, { dollars }) => sum + (dollars ?? 0), 0),
});

const resultsOf = (tool: string | null): string =>
  tool === null ? 'every tool result' : `results of ${tool}`;

/** "results of read_file at most 4,000 tokens", "results of entry 17 (read_file) moved out of the log". */
function capWords({ tool, entry, tokens }: CapEffect, nameOf: SessionSubject['nameOf']): string {
  if (entry === null) return `${resultsOf(tool)} at most ${formatInteger(tokens)} tokens`;
  const name = nameOf(entry)?.tool ?? null;
  return `results of entry ${formatInteger(entry)}${name === null ? '' : ` (${name})`} moved out of the log`;
}

const lostText = ({ cut, removed }: CapEffect): string =>
  `${counted(cut, 'result')} cut by ${formatInteger(removed)} tokens`;

function leadText({ changes, tried, tokens }: Facts): string {
  const [best] = changes;
  if (best !== undefined) {
    const { words } = best;
    return `With ${words}: ${netEffectText(best.net)}; ${lostText(best)} of ${formatInteger(tokens)}.`;
  }
  return tried === 0
    ? 'No tool result is large enough to be cut.'
    : `S${SAVES_NOTHING.slice(1)}: ${counted(tried, 'change')} of the log replayed.`;
}

const toolTable = ({ tools, tokens }: Facts): Block => ({
  kind: 'table',
  columns: [
    { head: 'tool' },
    { head: 'results', number: true },
    { head: 'tokens', number: true },
    { head: 'of the log', number: true },
    { head: 'largest', number: true },
  ],
  rows: tools.map((one) => [
    one.tool,
    formatInteger(one.results),
    formatInteger(one.tokens),
    formatPercent(one.tokens / Math.max(1, tokens)),
    formatInteger(one.largest),
  ]),
});

const changeTable = ({ changes }: Facts): Block => ({
  kind: 'table',
  columns: [
    { head: 'change of the log' },
    { head: 'results cut', number: true },
    { head: 'tokens cut', number: true },
    { head: 'then' },
  ],
  rows: changes.map((one) => [
    one.words,
    formatInteger(one.cut),
    formatInteger(one.removed),
    netEffectText(one.net),
  ]),
});

function besideLines({ changes }: Facts): readonly Block[] {
  const most = changes.reduce((sum, { beside }) => Math.max(sum, beside), 0);
  return most === 0
    ? []
    : [
        sentence([
          `Up to ${counted(most, 'large result')} of a capped tool ${most === 1 ? 'shares' : 'share'} an entry with another tool’s and ${most === 1 ? 'stays' : 'stay'} whole.`,
        ]),
      ];
}
