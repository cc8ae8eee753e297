/** The incident's fixes, each alone and all together, on the refused step. */
import { formatFactor, formatInteger } from '@/lib/engine/base/format';
import { prefixAt } from '@/lib/analysis/explain/recording/prefix-size';
import { stepDensity } from '@/lib/analysis/explain/growth/session-growth';
import { windowThreshold, type BufferBoundary } from '@/lib/engine/mechanisms/buffer';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { figure, type PartFigures } from '../figure';
import { evaluateFormula, type FormulaOperands } from '../formula';

/** Boundary of each fix's buffer, whether it counts tool definitions, and what it does here. */
const fixes: readonly (readonly [boundary: BufferBoundary, tools: boolean, why: string])[] = [
  ['>', false, 'the last real decides'],
  ['>=', false, 'the threshold rises: further from firing'],
  ['>', false, 'not in the path: both counts are known'],
  ['>', false, 'the session holds none'],
  ['>', true, 'sees the definitions of the server that joined at this step'],
  ['>=', true, 'counted definitions decide'],
];

/**
 * The table of fixes; `operands` are the policy's at the refused step. Definitions are taken as the
 * hidden prefix of the request before and of the refused one, as dense as the session's own text.
 */
export function fixesTable(
  session: Replayable,
  { step, operands }: { readonly step: number; readonly operands: FormulaOperands },
): PartFigures {
  const n = formatInteger;
  const { value: density } = stepDensity(session, step);
  const [before, refused] = [prefixAt(session, step - 1), prefixAt(session, step)];
  const counted = (real: number): number => Math.round(real / density);
  return {
    rows: fixes.map(([boundary, countsTools, why]) => {
      const last = operands.last + (countsTools ? counted(before) : 0);
      const heuristic = operands.heuristic + (countsTools ? counted(refused) : 0);
      const threshold = windowThreshold(operands.window, boundary);
      const { decision } = evaluateFormula({ ...operands, last, heuristic });
      return [
        figure(last),
        figure(heuristic),
        figure(decision),
        figure(threshold),
        figure(decision >= threshold, 'count'),
        figure(why),
      ];
    }),
    reasons: [
      `The sample holds no definitions. They are taken as its hidden prefix, ${n(Math.round(before))} tokens before and ${n(Math.round(refused))} at the refused step, ÷ ${formatFactor(density)} as its own text: ${n(counted(before))} and ${n(counted(refused))} counted.`,
    ],
  };
}
