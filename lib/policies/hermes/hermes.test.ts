/** Cases worked by hand from the document. */
import { expect, it } from 'vitest';
import { kindsAt, runPicture } from '../testing/run-picture';
import {
  gatewayThreshold,
  hermesSettings,
  loopThreshold,
  summaryTokens,
  tailTokens,
} from './settings';
import { hermes } from './policy';

const under = (given: object) => hermesSettings.parse(given);

it('has the thresholds, the tail and the summary of the document', () => {
  expect(loopThreshold(under({}))).toBe(150_000);
  expect(loopThreshold(under({ window: 512_000 }))).toBe(256_000);
  expect(loopThreshold(under({ window: 1_000_000 }))).toBe(256_000);
  expect(loopThreshold(under({ window: 1_000_000, thresholdTokens: 0 }))).toBe(500_000);
  expect(gatewayThreshold(under({}))).toBe(170_000);
  expect(gatewayThreshold(under({ gateway: false }))).toBe(Infinity);
  expect(tailTokens(under({}))).toBe(10_000);
  expect(tailTokens(under({ window: 1_000_000 }))).toBe(25_000);
  expect(tailTokens(under({ window: 16_000 }))).toBe(3_200);
  expect(summaryTokens(under({}), 1_000)).toBe(2_000);
  expect(summaryTokens(under({}), 100_000)).toBe(10_000);
});

/** An exchange, then calls whose results have 5,000 tokens; the provider counts 10,000 a step. */
const rounds = (count: number, real: (step: number) => number | '?'): string =>
  ['limit 200000', 'u 400', `-- ${real(0)}`, 'm 40', 'u 40', `-- ${real(1)}`]
    .concat(Array.from({ length: count }, (_, i) => `m 4\n+ c t {}\nr t 20000\n-- ${real(i + 2)}`))
    .join('\n');
const settings = { summary: 'bytes', summaryBytes: 4_000 } as const;

it('compresses in the loop between the first exchange and the newest messages', () => {
  const picture = rounds(20, (step) => 10_000 * (step + 1));
  const made = runPicture(hermes, picture, settings);
  const step = made.columns.compacted.indexOf(1);
  expect(made.columns.decision[step]).toBeGreaterThanOrEqual(150_000);
  expect(made.columns.decision[step - 1]).toBeLessThan(150_000);
  const entries = made.session.profile.steps.entries[step] ?? 0;
  expect(made.columns.covered[step]).toBe(entries - 8);
  expect(made.notes.kept).toEqual([{ step, ranges: [[0, 2]] }]);
  expect(kindsAt(made, step)).toEqual(['prune']);
});

it('waits for usage at the first request, and counts by itself before a turn', () => {
  const before = [
    'limit 200000',
    'u 400',
    'm 400',
    'u 400',
    'm 400',
    'u 720000',
    '-- ?',
    'm 4',
    '-- ?',
  ];
  const made = runPicture(hermes, before.join('\n'), { ...settings, tailRows: 0 });
  expect(made.columns.compacted[0]).toBe(1);
  const alone = runPicture(hermes, before.join('\n'), { ...settings, tailRows: 0, gateway: false });
  expect([...alone.columns.compacted]).toEqual([0, 1]);
});

it('compresses a turn that begins after the cache has expired, above a fifth of its threshold', () => {
  const at = (seconds: number) => ({
    time: new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString(),
  });
  // A fifth of 150,000 is 30,000: the first pause comes at 20,000, the second is 299 seconds, the third 300.
  const reals = [20_000, 20_000, 40_000, 41_000, 42_000];
  const times = [0, 400, 401, 700, 1_000];
  const steps = Object.fromEntries(times.map((seconds, step) => [step, at(seconds)]));
  const picture = reals.map((real) => `u 400\n-- ${real}\nm 20000`).join('\n');
  const idle = { ...settings, idleAfter: 300, tailShare: 0.001, tailRows: 1 };
  const made = runPicture(hermes, `limit 200000\n${picture}`, idle, { steps });
  expect([...made.columns.compacted]).toEqual([0, 0, 0, 0, 1]);
  expect(kindsAt(made, 3)).toEqual(['unchecked']);
  const never = runPicture(hermes, `limit 200000\n${picture}`, settings, { steps });
  expect(never.columns.compacted.includes(1)).toBe(false);
});
