/** Own policies over the recordings of their own agents: which replays stay the recording after a compaction. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureInput } from '@/lib/cli/measure-trace';
import type { Settings } from '@/lib/engine/policy/fields';
import { mark, prepare } from '@/lib/engine/replay/prepare';
import { sentEntries, recordedViews } from '@/lib/engine/replay/recorded-view';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { ClaimSource } from './claimed-policy';
import { openSession } from './opening';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/** A replay whose first compaction is at a recorded one's step, or not. */
interface Row {
  readonly name: string;
  readonly policy: string;
  readonly summary: string;
  readonly step: number;
  readonly alike: boolean;
  readonly made: Replay;
}

const SUMMARIES = ['recorded', 'measured', 'cap'];

function rowsOf(name: string, source: ClaimSource, profile: Replay['session']['profile']): Row[] {
  const { own, prefixTokens } = openSession(source, profile);
  const recorded = profile.head.compactions.find((one) => one.kind === 'summary');
  if (own === null || recorded === undefined || recorded.step >= profile.stepCount) return [];
  const session = prepare(profile, prefixTokens);
  return SUMMARIES.flatMap((summary) => {
    const chosen = own.policy.settings.safeParse({ ...own.settings, summary });
    if (!chosen.success) return [];
    const made = replay(session, own.policy, chosen.data as Settings);
    const step = made.columns.compacted.indexOf(1);
    return [{ name, policy: own.policy.id, summary, step, alike: step === recorded.step, made }];
  });
}

const rows: Row[] = [];
for (const root of [folder, join(folder, '..', 'recordings')]) {
  for await (const one of measureInput(root, root)) {
    if ('error' in one) continue;
    for (const { draft, profile } of one.sessions) {
      const { source } = draft.head;
      rows.push(...rowsOf(`${one.file.slice(root.length + 1)} ${source.lane}`, source, profile));
    }
  }
}

const of = (policy: RegExp, summary: string): readonly Row[] =>
  rows.filter((row) => policy.test(row.policy) && row.summary === summary && row.alike);

const stays = ({ made, step }: Row): boolean => made.divergence < 0 || made.divergence > step;
const toEnd = ({ made }: Row): boolean => made.divergence < 0;
const joins = ({ made, step }: Row): boolean => ((made.marks[step] ?? 0) & mark.rejoined) !== 0;

/** Why a replay's request is not the recorded one at its first compaction. */
function why({ made, step }: Row): string {
  const { profile } = made.session;
  const view = recordedViews(profile).findLast((one) => one.step <= step);
  const theirs = view && sentEntries(view);
  const mine = made.notes.kept.findLast((one) => one.step <= step)?.ranges ?? [];
  const shown = (from: number, kept: readonly (readonly [number, number])[]): string =>
    `${JSON.stringify(kept)} and ${from} on`;
  return `the policy sends ${shown(made.columns.covered[step] ?? 0, mine)}, the program sent ${theirs ? shown(theirs.from, theirs.kept) : '?'} of ${profile.steps.entries[step]}`;
}

test('prints the table', () => {
  const keys = [...new Set(rows.map(({ policy, summary }) => `${policy} ${summary}`))];
  for (const key of keys) {
    const all = rows.filter(({ policy, summary }) => `${policy} ${summary}` === key);
    const alike = all.filter((row) => row.alike);
    const count = (is: (row: Row) => boolean): number => alike.filter(is).length;
    const line = `${key}: ${all.length} with compactions, ${alike.length} first at the recorded step, ${count(stays)} stay recorded, ${count(toEnd)} to the end, ${count(joins)} rejoin`;
    const others = alike.filter((row) => !stays(row) && !joins(row));
    process.stdout.write(
      [line, ...others.map((row) => `  ${row.name} step ${row.step}: ${why(row)}`), ''].join('\n'),
    );
  }
  expect(rows.length).toBeGreaterThan(100);
});

/** Counts of the replays that fire first at the recorded step. */
const counts = (policy: RegExp, summary: string): object => {
  const alike = of(policy, summary);
  const count = (is: (row: Row) => boolean): number => alike.filter(is).length;
  return { first: alike.length, stays: count(stays), toEnd: count(toEnd), rejoins: count(joins) };
};

test('Claude Code’s stay the recording to the end; with another summary they rejoin it', () => {
  expect(counts(/^claude-code$/, 'recorded')).toEqual({
    first: 38,
    stays: 38,
    toEnd: 38,
    rejoins: 0,
  });
  for (const summary of ['measured', 'cap']) {
    expect(counts(/^claude-code$/, summary)).toEqual({
      first: 38,
      stays: 0,
      toEnd: 0,
      rejoins: 38,
    });
  }
});

test('of Codex’s three do: of the others the program dropped entries of the preface', () => {
  expect(counts(/^codex$/, 'recorded')).toEqual({ first: 5, stays: 3, toEnd: 3, rejoins: 0 });
  const others = of(/^codex$/, 'recorded').filter((row) => !stays(row));
  expect(others.map(why)).toEqual([
    expect.stringMatching(/^the policy sends \[\[0,4\],.* the program sent \[\[0,2\],\[3,4\],/),
    expect.stringMatching(/^the policy sends \[\[0,3\],.* the program sent \[\[2,3\],/),
  ]);
  // Those that stay have a summary that only their provider can read: another has no size beside it.
  expect(counts(/^codex$/, 'measured')).toEqual({ first: 5, stays: 0, toEnd: 0, rejoins: 0 });
});

test('of OpenCode’s one does: of the other the program kept a shorter tail', () => {
  expect(counts(/^opencode/, 'recorded')).toEqual({ first: 2, stays: 1, toEnd: 1, rejoins: 0 });
  const others = of(/^opencode/, 'recorded').filter((row) => !stays(row));
  expect(others.map(why)).toEqual([
    'the policy sends [] and 377 on, the program sent [] and 379 on of 398',
  ]);
});
