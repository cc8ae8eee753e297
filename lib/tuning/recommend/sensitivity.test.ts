import { expect, it } from 'vitest';
import { likelyAt } from '@/lib/analysis/explain/ledger-decision';
import type { Policy } from '@/lib/engine/policy/policy';
import { replay } from '@/lib/engine/replay/replay';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { drain } from '@/lib/engine/base/drain';
import { sensitivity, sensitivityWords } from './sensitivity';

/** Steps that grow by 5,200 tokens each: it compacts at 60,000, and comes near that again. */
const grown = Array.from({ length: 14 }, (_, i) => `m 16000\n-- ${30_000 + 5_200 * i}`).join('\n');
const session = drawnSession(`limit 200000\n${grown}`);
const settings = claudeCode.settings.parse({ window: 93_000 });
const under = (window: number) =>
  drain(
    sensitivity(
      [
        { session, settings },
        { session, settings: claudeCode.settings.parse({ window }) },
      ],
      claudeCode as Policy,
      null,
    ),
  );

it('says how many steps may compact under the proposal, and how likely they are', () => {
  const run = replay(session, claudeCode, settings);
  const chances = [...run.marks.keys()].flatMap((step) => likelyAt(run, step) ?? []);
  expect(chances.length).toBeGreaterThan(0);
  // Nothing compacts below 400,000: all numbers are recorded, and every decision is sure.
  const found = under(400_000);
  expect(found.mayCompact).toEqual({
    sessions: 1,
    steps: chances.length,
    least: Math.min(...chances),
    most: Math.max(...chances),
  });
  expect(under(93_000).mayCompact).toMatchObject({ sessions: 2, steps: 2 * chances.length });
  expect(sensitivityWords(found)).toMatch(
    /\. Under these settings \d steps? of 1 session may compact: [\d.]+ %( to [\d.]+ %)?\.$/,
  );
});

it('says nothing of them where every decision is sure', () => {
  const sure = [{ session, settings: claudeCode.settings.parse({ window: 400_000 }) }];
  const found = drain(sensitivity(sure, claudeCode as Policy, null));
  expect(found.mayCompact).toBeNull();
  expect(sensitivityWords(found)).not.toContain('may compact');
});
