/** Cases worked by hand, with the sizes that the two recordings show. */
import { expect, it } from 'vitest';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';
import { claudeCodeTiers } from './tiers';

/** A prompt, then calls whose results have 10,000 tokens by bytes ÷ 4; each step’s real tokens are given. */
const rounds = (reals: readonly (number | '?')[], bytes = 40_000): string =>
  ['limit 200000', 'u 400', '-- 20000']
    .concat(reals.map((real) => `m 40\n+ c read {}\nr read ${bytes}\n-- ${real}`))
    .join('\n');
const grown = Array.from({ length: 18 }, (_, i) => 20_000 + 9_000 * (i + 1));
const run = (settings: object, picture = rounds(grown)) =>
  runPicture(claudeCodeTiers, picture, { summary: 'bytes', summaryBytes: 8_000, ...settings });

it('clears all but the newest 40,000 tokens of results in the check that compacts', () => {
  const made = run({});
  const step = made.columns.compacted.indexOf(1);
  expect(step).toBeGreaterThan(10);
  const { elisions } = made.notes;
  expect(new Set(elisions.map((one) => one.step))).toEqual(new Set([step]));
  // Results stand in every second entry from 2 on; the newest three have just under 40,000 tokens with their frames.
  const kept = elisions.at(-1)?.entry ?? 0;
  const entries = made.session.profile.steps.entries[step] ?? 0;
  expect((entries - 1 - kept) / 2).toBe(3);
  expect(kindsAt(made, step)).toEqual(['prune', 'boundary']);
  // The provider’s count does not fall by it: the summary follows.
  expect(made.columns.injected[step]).toBe(1);
  expect(made.columns.covered[step]).toBe(entries);
});

it('leaves results alone where less than 20,000 tokens would be won', () => {
  const made = run({ resultsKeep: 165_000 });
  expect(made.notes.elisions).toEqual([]);
  expect(made.columns.compacted.includes(1)).toBe(true);
});

it('clears earlier under a lead, and says so where too little would be', () => {
  const lead = run({ resultsLead: 60_000 });
  const first = lead.notes.elisions[0]?.step ?? -1;
  expect(lead.columns.decision[first]).toBeGreaterThanOrEqual(107_000);
  expect(lead.columns.compacted.indexOf(1)).not.toBe(first);
  const none = run({ resultsLead: 60_000, resultsLeast: 1_000_000 });
  expect(none.notes.elisions).toEqual([]);
  expect(kindsAt(none, first)).toEqual(['no-op']);
});

it('puts the session memory there without a call, keeps the newest, and lets no file come back', () => {
  const made = run({ memory: true, results: false, memoryKeep: 25_000 });
  const step = made.columns.compacted.indexOf(1);
  expect(made.columns.attempts[step]).toBe(0);
  expect(made.columns.summaryBytes[step]).toBe(23_100);
  const entries = made.session.profile.steps.entries[step] ?? 0;
  expect(made.columns.covered[step]).toBe(entries - 4);
  expect(made.columns.addedTokens[step]).toBe(0);
  expect(textsOf(made, 'boundary')[0]).toMatch(/compact_boundary \{trigger: auto/);
});

it('writes a summary of everything on demand, below every threshold', () => {
  const made = runPicture(
    claudeCodeTiers,
    rounds(grown.slice(0, 3)),
    { memory: true, summary: 'bytes', summaryBytes: 8_000 },
    { byHand: [2] },
  );
  expect(made.columns.attempts[2]).toBe(1);
  expect(made.columns.covered[2]).toBe(made.session.profile.steps.entries[2]);
  expect(textsOf(made, 'boundary')[0]).toMatch(/trigger: manual/);
});
