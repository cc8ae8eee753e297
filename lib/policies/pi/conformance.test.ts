/** pi's policy against what its own agent session did: `fixtures/`, made by `lib/conformance`. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { Part, Session, Step } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { kindsAt } from '../testing/run-picture';
import { pi } from './policy';

/**
 * Of a request: tokens that pi compared, −1 where it looked at none; then, where it tried to compact, how
 * often; then, where it did, the entries that were there, the first one kept, the messages of the split turn
 * that were summarised, the summary's length, and the tokens that pi counted afterwards.
 */
type GoldenStep = readonly [
  value: number,
  attempts?: number,
  entries?: number,
  covered?: number,
  turn?: number,
  summary?: number,
  after?: number,
];

interface Run {
  readonly seed: number;
  readonly window: number;
  readonly reserve: number;
  readonly keep: number;
  readonly ratio: number;
  readonly prefix: number;
  readonly summaries: readonly number[];
  readonly log: string;
  readonly steps: readonly GoldenStep[];
}

const golden = JSON.parse(
  readFileSync(
    new URL('fixtures/earendil-works-pi-coding-agent-1.5.2.json', import.meta.url),
    'utf8',
  ),
) as {
  readonly package: string;
  readonly version: string;
  readonly picture: number;
  readonly runs: readonly Run[];
};

const letters: Readonly<Record<string, string>> = { '': 'x', e: 'é', g: '😀', n: '\n' };

/** A part in short: `t400` a text, `h` thinking, `c` a call, `r` a result; the text's letter behind it. */
function partOf(short: string): Part {
  const [, letter = '', units = '', kind = ''] = /^([a-z])(\d*)([a-z]?)$/.exec(short) ?? [];
  const unit = letters[kind] ?? 'x';
  const text = unit.repeat(Number(units) / unit.length);
  if (letter === 'h') return { kind: 'thought', text };
  if (letter === 'c') return { kind: 'call', name: 'look', args: { pa: text } };
  if (letter === 'r') return { kind: 'response', name: 'look', response: { result: text } };
  return letter === 'i'
    ? { kind: 'inline', mime: 'image/png', bytes: golden.picture }
    : { kind: 'text', text };
}

function sessionOf({ log, ratio }: Run): Session {
  const picture = textSession('u 4\n-- 1');
  const [pattern] = picture.steps;
  if (pattern === undefined) throw new Error('The picture has a step.');
  const entries: Session['entries'][number][] = [];
  const steps: Step[] = [];
  for (const short of log.split(' ')) {
    if (/^[-~!^]/.test(short)) {
      const reported = short.startsWith('-');
      const label = { '!': 'error', '^': 'aborted' }[short] ?? '';
      const usage = reported ? { real: 1, output: Number(short.slice(1)) } : { real: null };
      steps.push({ ...pattern, entries: entries.length, reported, ratio, label, ...usage });
    } else {
      const role = /^[uxbr]/.test(short) ? 'user' : 'model';
      entries.push({ role, parts: short.split('+').map(partOf), origin: entries.length + 1 });
    }
  }
  return { ...picture, entries, steps };
}

function replayed(run: Run) {
  const { window, reserve, keep, prefix, summaries } = run;
  const session = sessionOf(run);
  const script = summaries.map((bytes) => (bytes > 0 ? { bytes } : { fail: true as const }));
  const settings = pi.settings.parse({ window, reserve, keep });
  const made = replay(prepare(measureSession(session), prefix), pi, settings, { script });
  return { session, made };
}

/** Entries that a split turn begins with, as the replay names the first of them; 0 without one. */
function splitOf(made: Replay, step: number, covered: number): number {
  const event = made.notes.events.find((one) => one.step === step && one.kind === 'split-turn');
  if (event === undefined) return 0;
  const [, first = ''] = /began in entry ([\d,]+)/.exec(event.text) ?? [];
  return covered - Number(first.replaceAll(',', ''));
}

/** What a replay did at each request, in the form of what pi did; `entries` of the log were there. */
function stepsOf(run: Run): readonly (readonly number[])[] {
  const { session, made } = replayed(run);
  const { columns } = made;
  return session.steps.map(({ entries }, step) => {
    const decision = columns.decision[step] ?? NaN;
    const failures = kindsAt(made, step).filter((kind) => kind === 'failure').length;
    const compacted = columns.compacted[step] ?? NaN;
    if (compacted === 0) return failures > 0 ? [decision, failures] : [decision];
    const covered = columns.covered[step] ?? NaN;
    // What was said between pi's compaction and the request: pi counted without it. A decision is that
    // before the prompt, which counts what extensions say if the response before had no usage.
    const [, , there = NaN] = run.steps[step] ?? [];
    const said = session.entries.slice(there, entries);
    const noted = session.steps[step - 1]?.reported === true ? [] : said.slice(0, -1);
    const value = decision - sumOf(noted);
    return [
      ...[value, failures + compacted, there, covered, splitOf(made, step, covered)],
      ...[columns.summaryBytes[step] ?? NaN, (columns.heuristicSent[step] ?? NaN) - sumOf(said)],
    ];
  });
}

const sumOf = (entries: Session['entries']): number =>
  entries.reduce((sum, { parts }) => sum + tokensOf(parts), 0);

const tokensOf = (parts: readonly Part[]): number => {
  const pictures = parts.filter(({ kind }) => kind === 'inline').length;
  const units = parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0);
  return Math.ceil((units + 4_800 * pictures) / 4);
};

/** The same of pi: it compares nothing where a replay compares 0. */
const asReplayed = ([value, ...done]: GoldenStep): readonly number[] => [
  Math.max(0, value),
  ...(done as readonly number[]),
];

describe('@earendil-works/pi-coding-agent 1.5.2', () => {
  it.each(golden.runs.map((run) => [run.seed, run] as const))(
    'run %i: compares, compacts, keeps and summarises the same',
    (_, run) => {
      expect(stepsOf(run)).toEqual(run.steps.map(asReplayed));
    },
  );

  it('holds every kind of compaction', () => {
    const steps = golden.runs.flatMap((run) => run.steps);
    expect(steps).toHaveLength(6_480);
    const done = steps.filter((step) => step.length > 2);
    expect(done).toHaveLength(915);
    expect(done.filter(([, , , , turn = 0]) => turn > 0)).toHaveLength(539);
    expect(steps.filter((step) => step.length === 2)).toHaveLength(83);
  });
});
