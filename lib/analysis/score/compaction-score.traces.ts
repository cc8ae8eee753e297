/** Every recorded compaction of the real traces, projected from what came before it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { sessionPrefix } from '@/lib/engine/replay/session-prefix';
import { measureSession } from '@/lib/engine/tokens/measure';
import { scoreCompactions } from './compaction-score';
import { measuredAccuracy, measuredPolicies } from './measured-accuracy';
import { ownJudgements, ownPolicyTotals, scoreJudged } from './own-policy-totals';
import { projectionTotals } from './projection-totals';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

const NAMES: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  pi: 'pi',
};

const read = (kind: string) =>
  readdirSync(join(folder, kind)).flatMap((file) => {
    const text = readFileSync(join(folder, kind, file), 'utf8');
    const made = readTrace(text, file.endsWith('.json') ? 'json' : 'jsonl', file);
    if (!made.ok) throw new Error(`${file}: ${made.error.message}`);
    return made.value.sessions
      .filter(({ compactions }) => compactions.length > 0)
      .map(({ source, ...session }) => ({
        file,
        source,
        profile: measureSession({ source, ...session }),
      }));
  });

const kinds = Object.keys(NAMES).map((kind) => ({ on: NAMES[kind], sessions: read(kind) }));
const scored = kinds.map(({ on, sessions }) => ({
  on,
  rows: sessions.flatMap(({ file, source, profile }) =>
    scoreCompactions(source, profile, sessionPrefix(profile).tokens).map((one) => ({
      file,
      ...one,
    })),
  ),
}));
const rows = scored.flatMap((one) => one.rows);

test('prints the table', () => {
  for (const one of rows) {
    const error = ((one.projected - one.recorded) / one.recorded) * 100;
    const inside = one.recorded >= one.low && one.recorded <= one.high;
    process.stdout.write(
      `${one.file} ${one.trigger} step ${one.step} first ${one.first} recorded ${one.recorded} projected ${one.projected} [${one.low} ${one.high}] ${error.toFixed(1)} % ${inside ? 'inside' : 'OUTSIDE'} summary ${one.summaryBytes} back ${one.back} rest ${one.rest}\n`,
    );
  }
  expect(rows.length).toBeGreaterThan(0);
});

test.each(measuredAccuracy.filter(({ of }) => of === 'compaction'))(
  'README and Method state the figures of $on',
  ({ on, n, covered, signed, absolute, width }) => {
    const totals = projectionTotals(scored.find((one) => one.on === on)?.rows ?? []);
    expect([totals?.n, totals?.inside]).toEqual([n, Math.round(covered * n)]);
    expect(totals?.signed).toBeCloseTo(signed, 2);
    expect(totals?.absolute).toBeCloseTo(absolute, 2);
    expect(Math.round(totals?.width ?? 0)).toBe(width);
  },
);

test.each(measuredPolicies)('Method states the own policy of $on', ({ on, ...figures }) => {
  const sessions = kinds.find((one) => one.on === on)?.sessions ?? [];
  const own = sessions.flatMap(
    ({ source, profile }) => scoreJudged(ownJudgements(source, profile)) ?? [],
  );
  expect(ownPolicyTotals(own)).toMatchObject(figures);
});
