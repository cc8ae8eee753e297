/** What a session's page says of the whole session, and of a range of it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fidelityOf } from '@/lib/analysis/fit/fidelity';
import { openSession } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { control } from '@/lib/engine/replay/control';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { parseSession } from '@/lib/engine/session/serialize';
import { measureSession } from '@/lib/engine/tokens/measure';
import { wordsText } from '@/lib/engine/base/answer/words';
import { EntryParts } from './growth/entry-parts';
import { NamedEntries } from './growth/named-entries';
import { changesOf } from './cause/changes';
import { briefEffect } from './cause/remedies/brief-effect';
import { tallyOf } from './net-effect';
import { addedIn, rangeTally } from './range-sums';
import { recordedSentence, whatIfSentence } from './session-sentence';

function opened(name: string) {
  const read = parseSession(JSON.parse(readFileSync(`public/samples/${name}`, 'utf8')), '$');
  if (!read.ok) throw new Error(read.error.message);
  const profile = measureSession(read.value);
  const opening = openSession(read.value.source, profile);
  const session = prepare(profile, opening.prefixTokens);
  return { profile, opening, session, recording: shownReplay(session, opening, opening) };
}

describe('the sentence about a recording', () => {
  it.each([
    [
      'production-incident.json',
      'Refused at step 143: 200,819 of 200,000 tokens; it never compacted.',
    ],
    [
      'kubernetes-agent.json',
      'Compacted at steps 76, 147 and 209, as its policy does; nothing overflowed.',
    ],
    [
      'no-usage.json',
      'Never compacted, though ContextGuard threshold asks for it at step 57; the provider reported no usage, so all sizes are estimated.',
    ],
  ])('%s', (name, says) => {
    const { profile, opening, recording } = opened(name);
    const { own, prefixTokens } = opening;
    const by = own === null ? null : fidelityOf(profile, own, prefixTokens);
    expect(wordsText(recordedSentence(recording, by))).toBe(says);
  });
});

it.each([
  [3, 0, 'as its policy does'],
  [0, 0, 'where its policy does not'],
  [0, 3, 'where the file lacks a part of the count'],
  [0, 1, 'where its policy does not, at 1 of them the file lacks a part of the count'],
  [1, 0, '1 of 3 as its policy does'],
  [1, 2, '1 of 3 as its policy does, at 2 the file lacks a part of the count'],
])(
  'of 3 compactions %i are reproduced and %i lack a part of the count',
  (reproduced, explained, says) => {
    const { profile, opening, recording } = opened('kubernetes-agent.json');
    if (opening.own === null) throw new Error('no policy models its agent');
    const judged = fidelityOf(profile, opening.own, opening.prefixTokens);
    if (judged === null) throw new Error('nothing is judged');
    expect(wordsText(recordedSentence(recording, { ...judged, reproduced, explained }))).toBe(
      `Compacted at steps 76, 147 and 209, ${says}; nothing overflowed.`,
    );
  },
);

describe('the sentence about a what-if', () => {
  const { opening, session } = opened('production-incident.json');
  const before = tallyOf(control(session, opening));
  const said = (change: object): string => {
    const settings = { ...opening.settings, ...change };
    const run = replay(session, opening.policy, settings);
    const changes = changesOf(opening, run);
    return wordsText(whatIfSentence(changes, { before, after: tallyOf(run) }, run));
  };

  it('counts what is left and what was, and names a loop first', () => {
    expect(said({ cap: 7.5 })).toBe(
      'With a cap of 7.5×: no overflow (was 1), 1 compaction (was 0).',
    );
    expect(said({ window: 187_501 })).toBe(
      'With a window of 187,501: 1 overflow as before, no compaction.',
    );
    expect(said({ window: 154_999 })).toMatch(
      /^With a window of 154,999: a loop from step \d+ on, no overflow \(was 1\), 66 compactions \(was 0\)\.$/,
    );
  });

  it('is a few words beside a remedy', () => {
    const tally = { compactions: 1, overflows: 0, loop: null, dollars: null };
    const effect = {
      ...{ before: { ...tally, compactions: 0, overflows: 1 }, after: tally },
      ...{ at: 125, margin: 84, text: '', overflows: [] },
    };
    expect(briefEffect(effect, 143)).toBe('fits, 1 compaction, 18 steps earlier');
    expect(briefEffect({ ...effect, at: 143 }, 143)).toBe('fits, 1 compaction');
    const worse = { ...tally, compactions: 66, overflows: 2, loop: 130 };
    expect(briefEffect({ ...effect, at: null, after: worse }, 143)).toBe(
      'loops, 2 overflows (was 1), 66 compactions',
    );
  });
});

it('a range adds up: what grew, by what, and its compactions', () => {
  const { profile, recording } = opened('production-incident.json');
  // Step 142 had 150,000 real tokens, step 143 200,819: 10,747 in entries, 40,072 in none.
  const tally = rangeTally(recording, { from: 142, to: 143 });
  expect(tally).toEqual({ added: 50_819, isLeast: false, compactions: 0 });
  const parts = new EntryParts(profile, new NamedEntries(profile, null));
  const added = addedIn(recording, parts, { from: 142, to: 143 });
  expect(added[0]).toEqual({ part: null, tokens: 40_072 });
  expect(added.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(50_819);
  const other = opened('kubernetes-agent.json').recording;
  // Step 75 had 177,366; at 76 the program compacted 183,786 away and sent 2,741.
  const around = { from: 75, to: 76 };
  expect(rangeTally(other, around)).toEqual({ added: 6_420, isLeast: false, compactions: 1 });
  const { columns } = other;
  const uncounted = { ...columns, realBefore: columns.realBefore.map(() => NaN) };
  const least = rangeTally({ ...other, columns: uncounted }, { from: 74, to: 76 });
  const [at74 = 0, at75 = 0] = columns.real.slice(74, 76);
  expect(least).toEqual({ added: at75 - at74, isLeast: true, compactions: 1 });
});
