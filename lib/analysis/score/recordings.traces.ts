/** The shipped errors, measured anew: every recorded compaction at hand, projected without its family. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { claimedPolicy } from '@/lib/analysis/fit/claimed-policy';
import { sessionPrefix } from '@/lib/engine/replay/session-prefix';
import { holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import type { ErrorRow } from '@/lib/engine/sizes/projection-errors';
import { sizeTables } from '@/lib/engine/sizes/shipped';
import { projectionErrors } from '@/lib/engine/sizes/shipped-errors';
import { tableOf, writtenRows } from '@/lib/engine/sizes/size-table';
import { scoreCompactions, type ScoredCompaction } from './compaction-score';
import { againstBaseline, heldOut } from './held-out';
import { measuredParts } from './measured-accuracy';
import { partTotals } from './part-totals';
import { acrossText } from './projection-text';
import {
  numbersOnlySessions,
  tracedSessions,
  type SessionOfFile,
} from './testing/recorded-sessions';

const folder = process.env['HIGHWATER_TRACES'] ?? '';
const archive = join(folder, '../recordings/compactions-numbers-only.tar.gz');
const sessions = [
  ...numbersOnlySessions(archive),
  ...tracedSessions(folder, ['claude-code', 'codex', 'pi']),
].filter(({ profile }) => profile.head.compactions.length > 0);

const keyOf = ({ agent, first, recorded }: Omit<ErrorRow, 'family' | 'projected'>): string =>
  [agent, first, recorded].join(' ');
const shipped = new Map(projectionErrors.map((row) => [keyOf(row), row]));

/** The newest table without the rows of a family. */
const tables = new Map(
  [...new Set(projectionErrors.map(({ family }) => family))].map((family) => {
    const own = projectionErrors.filter((row) => row.family === family);
    const firsts = new Set(own.map(({ first }) => first));
    const newest = sizeTables.at(-1);
    const rows = newest === undefined ? [] : writtenRows(newest);
    return [
      family,
      tableOf(
        `without-${family}`,
        rows.filter((row) => !firsts.has(row[3])),
      ),
    ];
  }),
);
holdFrozenTables([...tables.values()]);
afterAll(() => holdFrozenTables([]));

function* scoredOf({ source, profile }: SessionOfFile, sizes?: string) {
  const agent = claimedPolicy(source, profile.head)?.policy.writes ?? '';
  const scored = scoreCompactions(source, profile, sessionPrefix(profile).tokens, sizes);
  for (const one of scored) yield { agent, version: source.agentVersion, ...one };
}

/** Each recorded compaction once, whatever file it stands in. */
function once<T extends ScoredCompaction & { readonly agent: string }>(
  all: Iterable<T>,
): ReadonlyMap<string, T> {
  return new Map([...all].map((one) => [keyOf(one), one]));
}

test('the shipped errors are those of today’s projections, each without its family', () => {
  const found = once(
    sessions.flatMap((session) => {
      const first = session.profile.steps.real.find((tokens) => tokens >= 0) ?? -1;
      const families = projectionErrors.filter((row) => row.first === first);
      return [...new Set(families.map(({ family }) => family))].flatMap((family) =>
        [...scoredOf(session, tables.get(family)?.id)].filter(
          (one) => shipped.get(keyOf(one))?.family === family,
        ),
      );
    }),
  );
  const errors = [...found].map(([key, { projected }]) => [key, projected]);
  const known = projectionErrors.map((row) => [keyOf(row), row.projected]);
  expect(Object.fromEntries(errors)).toEqual(Object.fromEntries(known));
});

test('prints what the bands are worth, and Method states the errors by part', () => {
  for (const one of heldOut(projectionErrors)) {
    const against = againstBaseline(one);
    process.stdout.write(
      `${one.agent}, ${one.families} families: ${acrossText(one.totals)} Of the better baseline’s: ${against?.toFixed(2) ?? 'too few'}\n`,
    );
  }
  const all = once(sessions.flatMap((session) => [...scoredOf(session)]));
  const parted = [...all.values()].map((one) => ({ ...one, model: null }));
  const totals = partTotals(parted).filter(({ of }) => of === 'all');
  const stated = measuredParts.map(({ on, n, parts }) => [on, n, parts]);
  expect(
    totals.map(({ agent, n, parts }) => [
      agent,
      n,
      Object.fromEntries(
        Object.entries(parts).map(([part, { signed, size }]) => [
          part,
          [Math.round(signed) + 0, Math.round(size)],
        ]),
      ),
    ]),
  ).toEqual(stated);
});
