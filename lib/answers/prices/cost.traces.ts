/** Predicted against recorded cache reads of the real traces, and what they cost. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheEvidence } from '@/lib/analysis/cost/cache-evidence';
import { cacheError, recordedBill, type CacheError } from '@/lib/analysis/cost/recorded-bill';
import { replayCost } from '@/lib/analysis/cost/replay-cost';
import type { TokenError } from '@/lib/analysis/cost/token-error';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { recorded } from '@/lib/policies/highwater/recorded';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { measureSession } from '@/lib/engine/tokens/measure';
import { listedRates } from './list-prices';

const folder = process.env['HIGHWATER_TRACES'] ?? '';
const day = new Date('2026-05-01T00:00:00Z');

const rows = ['claude-code', 'codex', 'pi', 'gemini-cli'].flatMap((kind) =>
  readdirSync(join(folder, kind)).flatMap((file) => {
    if (!/\.jsonl?$/.test(file)) return [];
    const text = readFileSync(join(folder, kind, file), 'utf8');
    const read = readTrace(text, file.endsWith('.json') ? 'json' : 'jsonl', file);
    if (!read.ok) return [];
    return read.value.sessions.map((session) => {
      const profile = measureSession(session);
      const ratesOf = (model: string | null) =>
        model === null ? null : (listedRates(model, day)?.rates ?? null);
      const run = replay(prepare(profile), recorded, recorded.settings.parse({}));
      const cache = cacheEvidence(profile);
      const cost = replayCost(run, { ratesOf, cache, summariser: 'unshared' });
      const bill = recordedBill(run.session, ratesOf);
      return {
        file: `${kind}/${file}`,
        session,
        cache,
        cost,
        bill,
        error: cacheError(run, cost.prompts),
      };
    });
  }),
);

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

test('prints the table', () => {
  const lines = rows.map(({ file, session, cache, cost, bill, error }) => {
    const reads =
      error === null
        ? 'no reads reported'
        : `reads ${error.predicted} of ${error.recorded}, median ${percent(error.median)}, ${error.within} of ${error.steps} within 5 %${error.writes === null ? ', no writes charged' : `, writes ${error.writes.predicted} of ${error.writes.recorded}, median ${percent(error.writes.median)}, ${error.writes.within} of ${error.writes.steps} within 5 %`}`;
    return `${file} ${session.source.lane}: ${cache.source} ${cache.hour ? '1 h' : '5 min'}, bill $${bill.cost.total.toFixed(2)}, modelled $${cost.calls.total.toFixed(2)}, ${reads}`;
  });
  console.log(lines.join('\n'));
  expect(rows.length).toBeGreaterThan(5);
});

test.each([
  ['reads', (error: CacheError) => error],
  ['writes', (error: CacheError) => error.writes],
] as const)('predicts what the cache was charged for: %s', (name, part) => {
  const told = rows.flatMap(({ error }) => (error === null ? [] : (part(error) ?? [])));
  const sum = (of: (error: TokenError) => number): number =>
    told.reduce((all, error) => all + of(error), 0);
  const [predicted, recorded] = [sum((one) => one.predicted), sum((one) => one.recorded)];
  const [within, steps] = [sum((one) => one.within), sum((one) => one.steps)];
  console.log(
    `${told.length} sessions, ${steps} steps: ${name} ${predicted} predicted, ${recorded} recorded (${percent(predicted / recorded - 1)}); ${within} steps within 5 % (${percent(within / steps)})`,
  );
  expect(told.length).toBeGreaterThan(3);
  if (name === 'reads') expect(Math.abs(predicted / recorded - 1)).toBeLessThan(0.02);
  expect(within / steps).toBeGreaterThan(0.9);
});
