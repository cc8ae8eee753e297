import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Settings } from '@/lib/engine/policy/fields';
import { recorded } from '@/lib/policies/highwater/recorded';
import { policies } from '@/lib/policies/registry';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import { indexSession } from '@/lib/engine/tokens/references/session-references';
import { repeats } from '@/lib/tools/suites/endurance';
import { lastNeeded, liveTokens } from './live-tokens';
import { MOST_HOLDERS, nameHolders } from './name-holders';
import { namedSession } from './recall-session';
import { recallColumns, recallInput } from './recall-input';
import { namedEvents, pictureOf } from './testing/recall-session';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

interface Named {
  readonly run: Replay;
  readonly index: ReferenceIndex;
}

function named(picture: string): Named {
  const session = textSession(picture);
  const run = replay(preparedSession(session), recorded, recorded.settings.parse({}));
  return { run, index: indexSession(session)! };
}

/** Input in which every entry has 1,000 tokens, whatever the steps around it say. */
function evenInput({ run, index }: Named) {
  const input = recallInput(run, namedSession(run.session, index));
  return { ...input, tokens: new Int32Array(index.entryCount).fill(1_000) };
}

/** Entries that the rule, read word by word, finds live at a step. */
function liveByRule({ index, context, stepCount }: ReturnType<typeof evenInput>): number[] {
  const { first, entries, said } = nameHolders(index);
  const live = new Array<number>(stepCount).fill(0);
  for (let step = 0; step < stepCount; step++) {
    for (let entry = 0; entry < index.entryCount; entry++) {
      if (context.enters[entry]! > step || context.leaves[entry]! <= step) continue;
      const needed = index.names.some((_, name) => {
        const own = [...entries.subarray(first[name], first[name + 1])];
        if (!own.includes(entry)) return false;
        const next = own.findIndex((holder) => context.enters[holder]! > step);
        return next >= 0 && said[first[name]! + next]! > 0;
      });
      if (needed) live[step]! += 1_000;
    }
  }
  return live;
}

describe('live tokens', () => {
  it('are what the rule says, step by step and entry by entry', () => {
    fc.assert(
      fc.property(namedEvents, (events) => {
        const input = evenInput(named(pictureOf(events)));
        const { low, high } = liveTokens(input);
        expect([...high]).toEqual(liveByRule(input));
        low.forEach((tokens, step) => expect(tokens).toBeLessThanOrEqual(high[step]!));
      }),
      { numRuns: repeats(40, 1_000) },
    );
  });

  it('are none of an entry that is never named again', () => {
    fc.assert(
      fc.property(namedEvents, (events) => {
        const input = evenInput(named(pictureOf(events)));
        const last = lastNeeded(input);
        const only = input.tokens.map((tokens, entry) => (last[entry]! < 0 ? tokens : 0));
        expect(liveTokens({ ...input, tokens: only }).high.every((tokens) => tokens === 0)).toBe(
          true,
        );
      }),
      { numRuns: repeats(40, 1_000) },
    );
  });

  it('stay the same when names are renamed throughout', () => {
    fc.assert(
      fc.property(namedEvents, (events) => {
        const [one, other] = ['f', 'g'].map((letter) => named(pictureOf(events, letter)));
        expect(
          recallColumns(recallInput(other!.run, namedSession(other!.run.session, other!.index))),
        ).toEqual(recallColumns(recallInput(one!.run, namedSession(one!.run.session, one!.index))));
      }),
      { numRuns: repeats(40, 1_000) },
    );
  });

  it('never become fewer at a step by what is appended to the log', () => {
    fc.assert(
      fc.property(namedEvents, namedEvents, (events, more) => {
        const later = more.filter(({ kind }) => kind !== 'compact');
        const [short, long] = [events, [...events, ...later]].map((all) =>
          liveTokens(evenInput(named(pictureOf(all)))),
        );
        // The last step of the shorter picture has no counterpart of its own in the longer one.
        for (let step = 0; step < short!.high.length - 1; step++) {
          expect(long!.low[step]).toBeGreaterThanOrEqual(short!.low[step]!);
          expect(long!.high[step]).toBeGreaterThanOrEqual(short!.high[step]!);
        }
      }),
      { numRuns: repeats(40, 1_000) },
    );
  });

  it('are at least what any policy’s compaction would cover of them', () => {
    fc.assert(
      fc.property(namedEvents, fc.constantFrom(...policies), (events, policy) => {
        const session = textSession(pictureOf(events));
        const small = policy.settings.safeParse({ window: 8_000 });
        const settings = (small.success ? small.data : policy.settings.parse({})) as Settings;
        const run = replay(preparedSession(session), policy, settings);
        const columns = recallColumns(
          recallInput(run, namedSession(run.session, indexSession(session)!)),
        );
        columns.regret.forEach((tokens, step) => {
          expect(tokens).toBeLessThanOrEqual(columns.liveLow[step]!);
          expect(columns.regretHigh[step]).toBeLessThanOrEqual(columns.liveHigh[step]!);
          expect(columns.liveHigh[step]).toBeGreaterThanOrEqual(columns.liveLow[step]!);
        });
      }),
      { numRuns: repeats(40, 1_000) },
    );
  });
});

describe('a name', () => {
  const liveOf = (picture: string, other?: ReferenceIndex): number[] => {
    const { run, index } = named(picture);
    return [
      ...recallColumns(recallInput(run, namedSession(run.session, index, { other: other ?? null })))
        .liveHigh,
    ];
  };

  it('is live from the entry that holds it up to the model’s next word of it', () => {
    const live = liveOf('u "src/a.ts"\n-- 100\nm 4\nu 4\n-- 200\nm "src/a.ts"\nu 4\n-- 300');
    expect(live.map((tokens) => tokens > 0)).toEqual([true, true, false]);
  });

  it('is not live where the user says it again first', () => {
    expect(liveOf('u "src/a.ts"\n-- 100\nu "src/a.ts"\n-- 200\nm "src/a.ts"\n-- 300')[0]).toBe(0);
  });

  it('means nothing once more entries hold it than a rare name has', () => {
    const many = Array.from({ length: MOST_HOLDERS + 2 }, () => 'm "src/a.ts"\nu 4\n-- ?');
    const live = liveOf(['u "src/a.ts"', '-- 100', ...many].join('\n'));
    expect(live.map((tokens) => tokens > 0)).toEqual([
      ...new Array<boolean>(MOST_HOLDERS - 1).fill(true),
      ...new Array<boolean>(4).fill(false),
    ]);
  });

  it('that another session says too is the chance level, and is taken off', () => {
    const picture = 'u "src/a.ts src/b.ts"\nu "src/a.ts"\n-- 100\nm "src/a.ts src/b.ts"\n-- 200';
    const { run, index } = named(picture);
    const other = indexSession(textSession('m "src/a.ts"\n-- 1'));
    const columns = recallColumns(recallInput(run, namedSession(run.session, index, { other })));
    const all = recallColumns(recallInput(run, namedSession(run.session, index)));
    expect(columns.liveHigh[0]! + columns.chanceHigh[0]!).toBe(all.liveHigh[0]);
    expect(columns.chanceHigh[0]).toBeGreaterThan(0);
    expect(columns.liveHigh[0]).toBeGreaterThan(0);
  });
});
