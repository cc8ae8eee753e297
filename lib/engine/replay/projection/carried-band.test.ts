import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { codex } from '@/lib/policies/codex/policy';
import { opencode } from '@/lib/policies/opencode/policy';
import { pi } from '@/lib/policies/pi/policy';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { readCarried } from '@/lib/engine/sizes/carried-sizes';
import { holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import { tableOf } from '@/lib/engine/sizes/size-table';
import { repeats } from '@/lib/tools/suites/endurance';
import type { Replayable } from '../prepare';
import { replay } from '../replay';
import { drawnSession } from '../testing/drawn-session';
import { bandOf } from './band';
import { carriedSizes } from './error-band';

const policies: readonly Policy[] = [claudeCode, codex, opencode, pi];

/** A session whose requests grow by these thousands of tokens. */
function grown(first: number, growths: readonly number[]): Replayable {
  let real = first;
  const steps = growths.map((thousands) => {
    real += thousands * 1_000;
    return `m ${thousands * 3_000}\n-- ${real}`;
  });
  return drawnSession(['u 400', `-- ${first}`, ...steps].join('\n'));
}

const arbitrarySession = fc
  .tuple(
    fc.integer({ min: 2_000, max: 40_000 }),
    fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 10, maxLength: 40 }),
  )
  .map(([first, growths]) => grown(first, growths));

const under = (policy: Policy, given: Settings): Settings =>
  policy.settings.parse(given) as Settings;

/** A table of other sizes: summaries of 40 kB after which 30,000 tokens come back. */
const other = tableOf(
  'elsewhere',
  Array.from({ length: 6 }, (_, i) => [
    'claude-code',
    ...[null, 'claude-opus-4-5'],
    ...[50_000 + i, 40_000 + 500 * i, 30_000, 30_000],
  ]) as never,
);

afterEach(() => holdFrozenTables([]));

describe('a what-if whose setting brings its sizes along', () => {
  it('has the band of the table that it was made under, also with its settings changed', () => {
    let banded = 0;
    fc.assert(
      fc.property(
        arbitrarySession,
        fc.constantFrom(...policies),
        fc.integer({ min: 60_000, max: 300_000 }),
        fc.integer({ min: 60_000, max: 300_000 }),
        (session, policy, window, another) => {
          const run = replay(session, policy, under(policy, { window }));
          const sizes = carriedSizes(run);
          if (sizes === null) throw new Error(`${policy.id} has no measured sizes`);
          for (const changed of [window, another]) {
            const here = replay(session, policy, under(policy, { window: changed }));
            const there = replay(session, policy, under(policy, { window: changed, sizes }));
            expect(there.columns).toEqual(here.columns);
            expect(bandOf(there)).toEqual(bandOf(here));
            expect(carriedSizes(there)).toBe(sizes);
            banded += Number(bandOf(here).low.some((low, i) => low !== bandOf(here).high[i]));
          }
        },
      ),
      { numRuns: repeats(60, 600) },
    );
    expect(banded).toBeGreaterThan(60);
  });

  it('keeps that band where its table is not known', () => {
    holdFrozenTables([other]);
    const session = grown(20_000, Array<number>(30).fill(9));
    const settings = under(claudeCode, { window: 120_000, sizes: other.id });
    const run = replay(session, claudeCode, settings as never);
    const band = bandOf(run);
    const sizes = carriedSizes(run);
    holdFrozenTables([]);
    const usual = replay(session, claudeCode, under(claudeCode, { window: 120_000 }) as never);
    const opened = under(claudeCode, { window: 120_000, sizes });
    const there = replay(session, claudeCode, opened as never);
    expect(run.divergence).toBeGreaterThan(0);
    expect(there.columns.real).toEqual(run.columns.real);
    expect(bandOf(there)).toEqual(band);
    expect(bandOf(usual)).not.toEqual(band);
    expect(there.sizes?.table).toBe(`${other.id} with the link’s numbers`);
  });

  it('has the offsets and the spread of growth that its text says', () => {
    const session = grown(20_000, Array<number>(30).fill(9));
    const made = carriedSizes(replay(session, claudeCode, claudeCode.settings.parse({}))) ?? '';
    const carried = readCarried(made);
    const [table, form, flags, bytes, back, rest] = made.split('*');
    const text = [table, form, flags, bytes, back, rest, 0, '0_0_-1000_', '0_0_2500_'].join('*');
    const run = replay(
      session,
      claudeCode,
      claudeCode.settings.parse({ window: 120_000, sizes: text }),
    );
    const [at = -1] = [...run.columns.compacted.keys()].filter(
      (step) => run.columns.compacted[step] === 1,
    );
    const { low, high } = bandOf(run);
    const real = run.columns.real[at] ?? NaN;
    expect(carried?.edges?.low).toHaveLength(1);
    expect([(low[at] ?? NaN) - real, (high[at] ?? NaN) - real]).toEqual([-1_000, 2_500]);
  });
});
