/** LlamaIndex.TS' memory against what its agent sent: `fixtures/`, made by `lib/conformance`. */
import { expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { comparedWith, readGolden, type GoldenRun } from '../testing/golden';
import { sizedLog } from '../testing/sized-log';
import { llamaindexTypescript } from './typescript';

/** Of a request: tokens compared (−1 where messages were left out), entries that have left, messages sent. */
type GoldenStep = readonly [value: number, covered: number, sent: number];

const golden = readGolden<GoldenRun<GoldenStep>>('llamaindex', 'llamaindex-0.12.1.json');

/** Messages of the first `entries` entries of a log. */
const messagesOf = (log: string, entries: number): number =>
  log
    .split(' ')
    .filter((short) => short !== '-')
    .slice(0, entries)
    .reduce((sum, short) => sum + (short.startsWith('r') ? short.split('+').length : 1), 0);

it('counts the same and leaves out the same in every session', () => {
  const { runs } = golden;
  expect(llamaindexTypescript.provenance.compared).toEqual(comparedWith(golden));
  let parts = 0;
  let empty = 0;
  const wrong = runs.flatMap(({ seed, settings, log, steps }) => {
    const chosen = llamaindexTypescript.settings.parse(settings);
    const session = prepare(sizedLog(log, 1));
    const { columns } = replay(session, llamaindexTypescript, chosen);
    return steps.flatMap(([value, covered, sent], step) => {
      const entries = session.profile.steps.entries[step]!;
      const whole = messagesOf(log, entries) - messagesOf(log, columns.covered[step]!);
      // Of an entry that stays in part the replay sends all messages; few are.
      if (whole !== sent) parts++;
      if (sent === 0) empty++;
      const compared = columns.decision[step]!;
      const counted = value < 0 || (value === compared && columns.compacted[step] === 0);
      return counted && columns.covered[step] === covered && whole >= sent
        ? []
        : [
            `run ${seed}, step ${step}: ${compared} ${columns.covered[step]} ${whole}, was ${value} ${covered} ${sent}`,
          ];
    });
  });
  expect(wrong).toEqual([]);
  const all = runs.flatMap(({ steps }) => steps);
  expect([all.length, all.filter(([value]) => value < 0).length, parts, empty]).toEqual([
    5_707, 3_215, 578, 18,
  ]);
});
