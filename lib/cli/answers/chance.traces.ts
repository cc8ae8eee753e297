/**
 * What the chance level takes off live tokens of the real traces, with the session that the
 * product takes. Medians over sessions of at least 20 steps, sessions drawn with replacement.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { seededRandom } from '@/lib/engine/base/random';
import { median, quantile } from '@/lib/engine/base/stats';
import { chanceKins, type ChanceKin } from '@/lib/analysis/recall/chance-session';
import { recallReport } from '@/lib/analysis/recall/recall-report';
import { recorded } from '@/lib/policies/highwater/recorded';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import { measureTrace } from '../measure-trace';
import { otherSession, type RecallFileSession } from './other-session';

const folder = process.env['HIGHWATER_TRACES'] ?? '';
const KINDS = ['claude-code', 'codex', 'pi', 'cline', 'gemini-cli', 'adk-json', 'langfuse'];
const LEAST_STEPS = 20;
const RESAMPLES = 2_000;

const all: RecallFileSession[] = [];
beforeAll(async () => {
  for (const file of KINDS.flatMap((kind) =>
    readdirSync(join(folder, kind)).map((name) => join(folder, kind, name)),
  )) {
    const trace = await measureTrace(file, file, { names: true });
    if (!trace.ok) throw new Error(`${file}: ${trace.error.message}`);
    const { format, sessions } = trace.value;
    all.push(...sessions.map((session) => ({ ...session, file, path: file, format })));
  }
}, 120_000);

const long = (): readonly RecallFileSession[] =>
  all.filter(({ profile, references }) => profile.stepCount >= LEAST_STEPS && references?.());

const sum = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((total, value) => total + value, 0);

/** A median and its 95 % interval. */
function measured(values: readonly number[]): string {
  const random = seededRandom(20_261_124);
  const drawn = Array.from({ length: RESAMPLES }, () =>
    median(values.map(() => values[Math.floor(random() * values.length)]!)),
  ).sort((a, b) => a - b);
  const percent = (share: number): string => (100 * share).toFixed(1);
  return `${percent(median(values))} % [${percent(quantile(drawn, 0.025))}, ${percent(quantile(drawn, 0.975))}], most ${percent(Math.max(...values))}, ${values.length} sessions`;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Shares of names and live tokens that are taken off. */
function taken(own: RecallFileSession, other: ReferenceIndex) {
  const run = replay(prepare(own.profile), recorded, recorded.settings.parse({}));
  const index = own.references!()!;
  const [before, after] = [null, other].map((names) => recallReport(run, index, { other: names }));
  const share = (of: 'liveLow' | 'liveHigh'): number => {
    const gross = sum(before!.steps[of]);
    return gross === 0 ? 0 : 1 - sum(after!.steps[of]) / gross;
  };
  const names = after!.report.shared / Math.max(1, after!.report.names);
  return { names, lines: share('liveLow'), entries: share('liveHigh') };
}

test('what is taken off, by how near the other session is', () => {
  const rules: readonly (readonly [string, readonly ChanceKin[]])[] = [
    ['as the product takes it', chanceKins],
    ['of the same project', ['project']],
  ];
  for (const [words, kins] of rules) {
    const rows = long().flatMap((own) => {
      const near = all.filter(({ draft, path }) =>
        kins.includes('apart') ? true : path !== own.path && draft.project === own.draft.project,
      );
      const other =
        own.draft.project === undefined && kins.length === 1
          ? null
          : otherSession(own, near, false);
      return other === null ? [] : [{ kin: other.about.kin, ...taken(own, other.names) }];
    });
    print(
      `${words}: ${chanceKins.map((kin) => `${kin} ${rows.filter((row) => row.kin === kin).length}`).join(', ')}`,
    );
    for (const of of ['names', 'lines', 'entries'] as const) {
      print(`  ${of} ${measured(rows.map((row) => row[of]))}`);
    }
    expect(rows.length).toBeGreaterThan(0);
  }
});
