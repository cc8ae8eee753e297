import fc from 'fast-check';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';

/** Real tokens of its prefix, and of a heuristic token. */
export const STEADY_PREFIX = 10_000;
export const STEADY_DENSITY = 2;

/** A turn: bytes of what the user says, of each tool's result, and of the answer. */
const turn = fc.record({
  said: fc.integer({ min: 40, max: 8_000 }),
  results: fc.array(fc.integer({ min: 40, max: 24_000 }), { maxLength: 5 }),
  answer: fc.integer({ min: 40, max: 4_000 }),
});

type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

const lines = ({ said, results, answer }: Turn, i: number): readonly string[] => [
  `u ${said}`,
  '-- 1',
  ...results.flatMap((bytes, k) => [`c read {"path":"${i}-${k}"}`, `r read ${bytes}`, '-- 1']),
  `m ${answer}`,
];

/**
 * Its requests weigh {@link STEADY_PREFIX} and {@link STEADY_DENSITY} for each heuristic token, so that
 * nothing is hidden and every entry's size is known.
 */
export const steadySession = (picture: string): Session => {
  const session = textSession(picture);
  const { sum } = measureSession(session);
  const steps = session.steps.map((step) => ({
    ...step,
    real: STEADY_PREFIX + STEADY_DENSITY * (sum[step.entries] ?? 0),
  }));
  return { ...session, steps };
};

/** Turns of tools without a recorded compaction, sized so. */
export const arbitrarySteadySession: fc.Arbitrary<Session> = fc
  .array(turn, { minLength: 2, maxLength: 12 })
  .map((turns) => steadySession(['model claude-x', ...turns.flatMap(lines)].join('\n')));

/** Turns of tools with recorded compactions of everything before some steps, never the first. */
export const arbitraryCompactedSession: fc.Arbitrary<Session> = fc
  .tuple(
    fc.array(turn, { minLength: 3, maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 400, max: 12_000 })), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([turns, compactions]) => {
    const picture = turns.flatMap(lines);
    // The first step has no request before it.
    const places = picture.flatMap((line, at) => (line === '-- 1' ? [at] : [])).slice(1);
    const chosen = new Map(compactions.map(([at, bytes]) => [places[at % places.length], bytes]));
    let bytes = 0;
    const drawn = picture.flatMap((line, at) => {
      if (line !== '-- 1') {
        bytes += Number(/\d+$/.exec(line)?.[0] ?? 0);
        return [line];
      }
      const summary = chosen.get(at);
      if (summary !== undefined) bytes = summary;
      const sent = `-- ${STEADY_PREFIX + Math.round(bytes / STEADY_DENSITY)}`;
      return summary === undefined ? [sent] : [`== compact ${summary}`, sent];
    });
    return textSession(['model claude-x', ...drawn].join('\n'));
  });
