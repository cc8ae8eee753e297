/** Settings tuned on one half of the real traces, tested on the other half. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { settableSettings } from '@/lib/policies/settable';
import { policyOrDefault } from '@/lib/policies/registry';
import type { Settings } from '@/lib/engine/policy/fields';
import { prepare } from '@/lib/engine/replay/prepare';
import { withLimit } from '@/lib/engine/tokens/limits/limits';
import { measureSession } from '@/lib/engine/tokens/measure';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';
import type { CorpusSession } from '../corpus-session';
import { sessionEvidence } from '../evidence/session-evidence';
import { axisValues } from '../sweep/axis-values';
import type { SweepPlan } from '../sweep/plan';
import { SweepRun } from '../sweep/sweep-run';
import { choose } from './choice';
import { fieldOfSweep } from './field-of-sweep';
import { failsIn } from './hold-out';
import { recommend } from './recommendation';
import { wordsText } from '@/lib/engine/base/answer/words';
import { answerWords, holdOutWords } from './recommendation-words';
import { clustersOf } from './steady';
import { placeWords } from './setting-words';
import { cellAt } from '../region/cell-space';
import { decidingRows, regionOf, sumsOf, unavoidableOf, type TuneField } from './tune-field';

const folder = process.env['HIGHWATER_TRACES'] ?? '';
/** Formats whose files are text. */
const KINDS = ['claude-code', 'codex', 'pi', 'gemini-cli', 'cline'];

const corpus: readonly CorpusSession[] = KINDS.flatMap((kind) =>
  readdirSync(join(folder, kind))
    .filter((file) => statSync(join(folder, kind, file)).isFile())
    .flatMap((file) => {
      const text = readFileSync(join(folder, kind, file), 'utf8');
      const made = readTrace(text, file.endsWith('.json') ? 'json' : 'jsonl', file);
      return made.ok ? made.value.sessions.map((session) => ({ file, session })) : [];
    }),
).flatMap(({ file, session }) => {
  const steps = session.steps.map((step) => ({ ...step, usage: -1 }));
  const { limit } = withLimit({ head: session, entries: [], steps }).head;
  const profile = measureSession({ ...session, limit });
  if (profile.stepCount < 4) return [];
  const time = profile.steps.time[0] ?? NaN;
  const hash = createHash('sha256').update(encodeProfile(profile)).digest('hex');
  const facts = {
    id: hash,
    name: session.name,
    agent: session.source.agent,
    model: profile.head.models[0] ?? null,
    hash,
    generated: false,
    subAgent: session.source.parent !== null,
    cluster: file,
    startedAt: Number.isNaN(time) ? null : time,
  };
  return [{ facts, session: prepare(profile) }];
});

/** Sweeps the sessions of some limits: window from 100,000 to the limit, cap from 1 to 10. */
function sweepGroup(sessions: readonly CorpusSession[], limit: number): TuneField {
  const policy = policyOrDefault('contextguard-threshold');
  const window = axisValues({ from: 100_000, to: limit, step: limit / 40 }, [200_000, limit]);
  const cap = axisValues({ from: 1, to: 10, step: 0.5 });
  const axes = [
    { setting: 'window', values: window },
    { setting: 'cap', values: cap },
  ];
  const plan: SweepPlan = {
    limit,
    columns: [{ policy: policy.id, settings: {}, axes, sample: null }],
  };
  const run = new SweepRun(
    plan,
    sessions.map(({ session }) => session),
  );
  run.advance();
  const today = policy.settings.parse({ window: 200_000 }) as Settings;
  const settable = settableSettings(policy);
  return fieldOfSweep({
    sessions: sessions.map(({ facts, session }) => ({
      facts,
      evidence: sessionEvidence(session, policy, today, limit),
    })),
    plan,
    cells: run.cells,
    results: run.results,
    today: [200_000, 5],
    allowed: { overflowing: 0, looping: 0 },
    settable: (setting) => settable.includes(setting),
  });
}

describe.each([
  { name: '200,000', from: 150_000, to: 210_000, limit: 200_000 },
  { name: '258,400 to 272,000', from: 250_000, to: 300_000, limit: 258_400 },
  { name: '1,000,000', from: 900_000, to: 2_000_000, limit: 1_000_000 },
])('sessions with a limit of $name', ({ from, to, limit }) => {
  const own = corpus.filter(({ session: { profile } }) => {
    const tokens = profile.head.limit?.tokens ?? 0;
    return tokens >= from && tokens <= to;
  });
  const field = sweepGroup(own, limit);
  const rows = decidingRows(field);

  test('have a recommendation that holds on what is held out', () => {
    const found = recommend(field);
    expect(found).not.toBeNull();
    if (found === null) return;
    const lines = [
      answerWords(field, found),
      holdOutWords(field, found.byTime),
      holdOutWords(field, found.bySession),
    ].map(wordsText);
    process.stdout.write(`limit ${limit}, ${own.length} sessions\n${lines.join('\n')}\n`);
    for (const held of [found.byTime, found.bySession]) {
      expect(held?.failed.hits).toBe(0);
      expect(held?.unused.proposed).toBeLessThanOrEqual(held?.unused.today ?? 0);
    }
  });

  test.each(['by time', 'by hash'])(
    'are tuned on a half %s: the other half fails nowhere',
    (by) => {
      const first = (members: readonly number[]): string | number =>
        by === 'by time'
          ? Math.min(...members.map((row) => field.sessions[row]?.facts.startedAt ?? Infinity))
          : (field.sessions[members[0] ?? 0]?.facts.hash ?? '');
      const clusters = [...clustersOf(field, rows)].sort((a, b) => (first(a) < first(b) ? -1 : 1));
      const middle = Math.ceil(clusters.length / 2);
      const train = clusters.slice(0, middle).flat();
      const test_ = clusters.slice(middle).flat();
      const region = regionOf(field, sumsOf(field, train), unavoidableOf(field, train));
      // The proposal itself, without asking whether its gain is beyond chance.
      const choice = choose(field, region);
      const then = cellAt(field, choice.place);
      const today = cellAt(field, field.baseline);
      const sums = sumsOf(field, test_);
      const unused = (cell: number): number => sums.unused[cell] ?? 0;
      process.stdout.write(
        `limit ${limit} ${by}: ${train.length} train, ${test_.length} test: ${choice.kind} ${placeWords(field.column, choice.place)}; ` +
          `unused ${Math.round(unused(today))} → ${Math.round(unused(then))}, ` +
          `compactions ${sums.compactions[today]} → ${sums.compactions[then]}\n`,
      );
      expect(test_.filter((row) => failsIn(field, row, then))).toEqual([]);
      expect(unused(then)).toBeLessThanOrEqual(unused(today));
    },
  );
});
