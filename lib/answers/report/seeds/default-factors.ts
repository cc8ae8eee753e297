/** The default factor of each document's statement, and what it makes of a first turn. */
import { windowThreshold } from '@/lib/engine/mechanisms/buffer';
import { decisionOf } from '@/lib/engine/mechanisms/correction';
import { figure, sayNumber, type SeedFigures } from './figure';
import { versionSettings } from './replays';

/** A first turn that just fires at a window of 200,000 with a factor of 2.5. */
const FIRST_TURN = 72_000;

/** The factor of every document's mention, and the version of the code that had it. */
const statements: readonly (readonly [factor: string, version: string])[] = [
  ['2.0', 'pr7-first'],
  ['1.5', 'pr7-first'],
  ['2.0', 'pr7-hardened'],
  ['1.5', 'pr7-hardened'],
  ['2.0', 'v0.9.0'],
  ['1.5', 'v0.9.0'],
  ['2.5', 'v0.9.1'],
  ['2.5', 'v1.1.0'],
];

/** Figures of the section "The formula"; its operands are edited by the reader. */
export const factorFigures: SeedFigures = {
  'default-factors': () => ({
    rows: statements.map(([words, version]) => {
      const { factor } = versionSettings(version);
      const decision = decisionOf(FIRST_TURN, 0, factor);
      return [
        figure(version),
        figure(factor, 'factor', sayNumber(words)),
        figure(decision),
        figure(decision >= windowThreshold(200_000)),
      ];
    }),
  }),
};
