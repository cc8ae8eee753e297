/**
 * What the real traces say of recall: whether agents read files again after a compaction, and whether
 * regret says beforehand how much they will repeat. Intervals are bootstrapped by session.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seededRandom } from '@/lib/engine/base/random';
import { quantile } from '@/lib/engine/base/stats';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { recorded } from '@/lib/policies/highwater/recorded';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { callEffects } from '@/lib/engine/tokens/references/call-effect';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import { indexSession } from '@/lib/engine/tokens/references/session-references';
import { coveredAt, neededNames, neededTokens, type CoveredEntries } from './covered-names';
import { evidence } from './evidence';
import { namedSession } from './recall-session';
import { recallInput } from './recall-input';
import { recallReport } from './recall-report';
import { isRepeat } from './rework';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const folder = process.env['HIGHWATER_TRACES'] ?? '';
/** Entries before and after a compaction that are compared. */
const AROUND = 60;
const RESAMPLES = 2_000;

interface Named {
  readonly name: string;
  readonly kind: string;
  readonly run: Replay;
  readonly index: ReferenceIndex;
  readonly compactions: readonly { readonly step: number; readonly entry: number }[];
}

const sessions: readonly Named[] = ['claude-code', 'codex', 'pi'].flatMap((kind) =>
  readdirSync(join(folder, kind)).flatMap((file) => {
    const text = readFileSync(join(folder, kind, file), 'utf8');
    const made = readTrace(text, file.endsWith('.json') ? 'json' : 'jsonl', file);
    if (!made.ok) throw new Error(`${file}: ${made.error.message}`);
    return made.value.sessions.flatMap((session): Named[] => {
      const index = indexSession(session);
      if (index === null) return [];
      const run = replay(preparedSession(session), recorded, recorded.settings.parse({}));
      const compactions = session.compactions.filter(
        (one) => one.kind === 'summary' && one.step < run.session.profile.stepCount,
      );
      return [{ name: `${file} ${session.source.lane}`, kind, run, index, compactions }];
    });
  }),
);

/** A place in a log at which a compaction was recorded, or might have been. */
interface Cut {
  readonly session: Named;
  readonly entry: number;
  readonly step: number;
}

const real: readonly Cut[] = sessions.flatMap((session) =>
  session.compactions.map(({ entry, step }) => ({ session, entry, step })),
);

/** Places of the same log length in the same agent's other sessions, far from a compaction of theirs. */
const pseudo: readonly Cut[] = real.flatMap(({ session: own, entry: length }) =>
  sessions.flatMap((session): Cut[] => {
    if (session === own || session.kind !== own.kind) return [];
    const { steps, entryCount } = session.run.session.profile;
    const step = steps.entries.findIndex((entries) => entries >= length);
    if (step < 0 || entryCount < length + AROUND) return [];
    const near = session.compactions.some(
      ({ entry }) => entry > length - AROUND && entry < length + AROUND,
    );
    return near ? [] : [{ session, entry: length, step }];
  }),
);

/** Calls within reach behind a cut that repeat one before it with the same result. */
function repeats({ session: { index }, entry: cut }: Cut): readonly number[] {
  const { calls } = index;
  const newest = new Map<number, number>();
  const out: number[] = [];
  calls.entry.forEach((entry, call) => {
    if (entry >= cut + AROUND) return;
    const before = newest.get(calls.same[call]!);
    newest.set(calls.same[call]!, call);
    if (before === undefined || entry < cut || calls.answer[before]! >= cut) return;
    if (calls.answer[before]! >= 0 && isRepeat(calls, before, call)) out.push(call);
  });
  return out;
}

/** Reads behind a cut of files that were read before it, whatever they found this time. */
function rereads({ session: { index }, entry: cut }: Cut): readonly number[] {
  const { calls } = index;
  const seen = new Set<number>();
  const out: number[] = [];
  calls.entry.forEach((entry, call) => {
    const subject = calls.subject[call]!;
    if (callEffects[calls.effect[call]!] !== 'reads' || subject < 0) return;
    if (entry < cut) seen.add(subject);
    else if (entry < cut + AROUND && seen.delete(subject)) out.push(call);
  });
  return out;
}

/** Reads of files in entries [from, to), and those of a file that an earlier call read. */
function reads({ index: { calls } }: Named, from: number, to: number): readonly [number, number] {
  const seen = new Set<number>();
  let [all, again] = [0, 0];
  calls.entry.forEach((entry, call) => {
    const subject = calls.subject[call]!;
    if (callEffects[calls.effect[call]!] !== 'reads' || subject < 0) return;
    if (entry >= from && entry < to) {
      all++;
      if (seen.has(subject)) again++;
    }
    seen.add(subject);
  });
  return [all, again];
}

/** Share of the covered tokens that is needed again, without what the repeated calls refer to. */
function regret(
  cut: Cut,
  calls: readonly number[],
): { readonly low: number; readonly high: number } {
  const withoutCalls = new Set(calls);
  const { run, index } = cut.session;
  const input = recallInput(run, namedSession(run.session, index, { withoutCalls }));
  const inContext = [...input.context.leaves.keys()].filter(
    (entry) => entry < cut.entry && input.context.leaves[entry]! > cut.step,
  );
  const isReal = cut.session.compactions.some(({ step }) => step === cut.step);
  const covered: CoveredEntries = isReal
    ? coveredAt(input, cut.step, cut.entry)
    : { step: cut.step, boundary: cut.entry, entries: inContext };
  const needed = neededTokens(input, covered, neededNames(input, covered));
  const all = Math.max(1, needed.covered);
  return { low: needed.low / all, high: needed.high / all };
}

type Pair = readonly [number, number];

function spearman(pairs: readonly Pair[]): number {
  const ranks = (values: readonly number[]): number[] => {
    const sorted = [...values].sort((a, b) => a - b);
    return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
  };
  const [x, y] = [ranks(pairs.map(([a]) => a)), ranks(pairs.map(([, b]) => b))];
  const mean = (pairs.length - 1) / 2;
  const sum = (of: (i: number) => number): number => x.reduce((all, _, i) => all + of(i), 0);
  const both = sum((i) => (x[i]! - mean) * (y[i]! - mean));
  return both / Math.sqrt(sum((i) => (x[i]! - mean) ** 2) * sum((i) => (y[i]! - mean) ** 2));
}

/** A statistic of items and its 95 % interval, sessions drawn with replacement. */
function bootstrapped<T extends { readonly session: Named }>(
  items: readonly T[],
  statistic: (drawn: readonly T[]) => number,
): readonly [value: number, low: number, high: number] {
  const random = seededRandom(20_261_124);
  const groups = [...new Set(items.map(({ session }) => session))].map((session) =>
    items.filter((item) => item.session === session),
  );
  const values: number[] = [];
  for (let i = 0; i < RESAMPLES; i++) {
    const drawn = groups.flatMap(() => groups[Math.floor(random() * groups.length)]!);
    const value = statistic(drawn);
    if (!Number.isNaN(value)) values.push(value);
  }
  values.sort((a, b) => a - b);
  return [statistic(items), quantile(values, 0.025), quantile(values, 0.975)];
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const interval = ([value, low, high]: readonly [number, number, number]): string =>
  `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;

test('what recorded compactions cover that is needed again, and what their summaries keep', () => {
  const rows = sessions.flatMap((session) => {
    const { report } = recallReport(session.run, session.index);
    return report.recorded.map((one) => ({ session, ...one }));
  });
  for (const one of rows) {
    print(
      `${one.session.name} step ${one.step}: covered ${one.covered}, needed ${one.low}–${one.high} (${percent(one.high / one.covered)}), names ${one.names.length}, kept ${one.kept}, asked ${one.askedAgain}, rework ${one.rework.length} of ${one.rework.reduce((sum, { tokens }) => sum + tokens, 0)} tokens, rank ${one.rank.cheaper}/${one.rank.steps}, pinned ${one.pinned.map(({ what, fate }) => `${what} ${fate}`).join(', ')}`,
    );
  }
  const shares = (of: 'low' | 'high') =>
    rows.map((one) => one[of] / one.covered).sort((a, b) => a - b);
  const spread = (values: readonly number[]) =>
    [0.1, 0.5, 0.9].map((q) => percent(quantile(values, q))).join(', ');
  print(`lines, p10 p50 p90: ${spread(shares('low'))}; entries: ${spread(shares('high'))}`);
  const told = rows.filter(({ kept }) => kept !== null);
  const kept = bootstrapped(
    told,
    (drawn) =>
      drawn.reduce((sum, one) => sum + (one.kept ?? 0), 0) /
      drawn.reduce((sum, one) => sum + one.names.length, 0),
  );
  const names = told.reduce((sum, one) => sum + one.names.length, 0);
  print(
    `${rows.length} compactions of ${new Set(rows.map(({ session }) => session)).size} sessions`,
  );
  print(`summaries with a text: ${told.length}, names ${names}, kept ${interval(kept)}`);
  expect([rows.length, new Set(rows.map(({ session }) => session)).size]).toEqual([
    evidence.compactions,
    evidence.sessions,
  ]);
});

test('reads of files seen before, before and after a compaction', () => {
  const rows = real.map(({ session, entry }) => ({
    session,
    before: reads(session, entry - AROUND, entry),
    after: reads(session, entry, entry + AROUND),
  }));
  const rate = (side: 'before' | 'after') => (drawn: readonly (typeof rows)[number][]) =>
    drawn.reduce((sum, one) => sum + one[side][1], 0) /
    drawn.reduce((sum, one) => sum + one[side][0], 0);
  for (const side of ['before', 'after'] as const) {
    const [all, again] = [0, 1].map((k) => rows.reduce((sum, one) => sum + one[side][k]!, 0));
    print(`${side}: ${again} of ${all} reads, ${interval(bootstrapped(rows, rate(side)))}`);
  }
  const difference = bootstrapped(rows, (drawn) => rate('after')(drawn) - rate('before')(drawn));
  print(`difference ${interval(difference)}`);
  expect(difference.map((value) => Number(value.toFixed(2)))).toEqual(evidence.rereads);
});

const outcomes = { 'repeated calls': repeats, 'files read again': rereads } as const;

test.each(Object.entries(outcomes))('whether regret says beforehand: %s', (outcome, count) => {
  const measured = (cuts: readonly Cut[]) =>
    cuts.map((cut) => {
      const calls = count(cut);
      return { session: cut.session, ...regret(cut, calls), calls: calls.length };
    });
  const groups = { 'after compactions': measured(real), 'at the same length': measured(pseudo) };
  const found: Record<string, readonly number[]> = {};
  for (const [name, rows] of Object.entries(groups)) {
    const rate = bootstrapped(
      rows,
      (drawn) => drawn.reduce((sum, one) => sum + one.calls, 0) / drawn.length,
    );
    const some = rows.filter(({ calls }) => calls > 0).length;
    print(
      `${outcome} in ${AROUND} entries ${name}: ${interval(rate)} a cut, ${some} of ${rows.length} cuts`,
    );
    for (const end of ['low', 'high'] as const) {
      const own = bootstrapped(rows, (drawn) =>
        spearman(drawn.map((one) => [one[end], one.calls])),
      );
      print(`  rank correlation with regret (${end}) ${interval(own)}`);
      found[`${name} ${end}`] = own;
    }
  }
  if (outcome !== 'files read again') {
    const all = groups['after compactions'].reduce((sum, { calls }) => sum + calls, 0);
    expect(all).toBe(evidence.repeated);
    return;
  }
  const rounded = (key: string) => found[key]?.map((value) => Number(value.toFixed(2)));
  expect(rounded('after compactions low')).toEqual(evidence.predicts);
  expect(rounded('at the same length low')).toEqual(evidence.elsewhere);
});

test('regret where a turn has ended, and inside of turns', () => {
  const rows = sessions.flatMap((session) => {
    const { moments } = recallReport(session.run, session.index).report;
    const [ends, inside] = [moments.turnEnds.median, moments.inside.median];
    if (ends === null || inside === null || moments.turnEnds.steps < 3) return [];
    return [{ session, ends, inside, steps: moments.turnEnds.steps }];
  });
  const of = (end: 'ends' | 'inside') => (drawn: readonly (typeof rows)[number][]) =>
    drawn.reduce((sum, one) => sum + one[end], 0) / drawn.length;
  const steps = rows.reduce((sum, one) => sum + one.steps, 0);
  print(`${rows.length} sessions, ${steps} turn ends`);
  print(`  at turn ends ${interval(bootstrapped(rows, of('ends')))}`);
  print(`  inside of turns ${interval(bootstrapped(rows, of('inside')))}`);
  const ratio = bootstrapped(rows, (drawn) => of('ends')(drawn) / of('inside')(drawn));
  print(`  ratio ${interval(ratio)}`);
  expect(rows.length).toBe(evidence.turned);
  expect(ratio.map((value) => Number(value.toFixed(2)))).toEqual(evidence.turnEnds);
});
