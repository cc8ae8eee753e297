/** The incident's fixes, each alone and all together, on the refused step. */
import { formatFactor, formatInteger } from '@/lib/engine/base/format';
import { prefixAt } from '@/lib/analysis/explain/recording/prefix-size';
import { stepDensity } from '@/lib/analysis/explain/growth/session-growth';
import { contextGuardBuffer, type BufferBoundary } from '@/lib/engine/mechanisms/buffer';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { figure, type Figure, type ModelTable } from '../figure';
import { evaluateFormula, type FormulaOperands } from '../formula';
import { thresholdSecond } from '../seeds';

/** Definitions that the guard would count, in heuristic tokens: of the request before, and of the refused one. */
export interface CountedTools {
  readonly before: number;
  readonly refused: number;
  /** Real tokens of one heuristic token, with which the hidden ones are counted back. */
  readonly density: number;
}

/** The hidden prefix of both requests as bytes ÷ 4, as dense as the session's own text. */
export function countedTools(session: Replayable, step: number): CountedTools {
  const { value } = stepDensity(session, step);
  const counted = (at: number): number => Math.round(prefixAt(session, at) / value);
  return { before: counted(step - 1), refused: counted(step), density: value };
}

interface Fix {
  readonly name: string;
  readonly boundary: BufferBoundary;
  readonly tools: boolean;
  readonly why: string;
}

const fixes: readonly Fix[] = [
  { name: 'none (v0.9.0)', boundary: '>', tools: false, why: 'the last real decides' },
  {
    name: 'boundary ≥',
    boundary: '>=',
    tools: false,
    why: 'the threshold rises: further from firing',
  },
  {
    name: 'default factor 2.5',
    boundary: '>',
    tools: false,
    why: 'not in the path: both counts are known',
  },
  { name: 'inline data counted', boundary: '>', tools: false, why: 'the session holds none' },
  {
    name: 'tool definitions counted',
    boundary: '>',
    tools: true,
    why: 'sees the definitions of the server that joined at this step',
  },
  { name: 'all (v0.9.1)', boundary: '>=', tools: true, why: 'counted definitions decide' },
];

/** The table of fixes. `operands` are the policy's at the refused step. */
export function fixesTable(
  session: Replayable,
  { step, operands }: { readonly step: number; readonly operands: FormulaOperands },
): ModelTable {
  const tools = countedTools(session, step);
  const n = formatInteger;
  return {
    kind: 'table',
    id: 'incident-fixes',
    caption: 'Each fix alone, on the refused step',
    sources: [
      thresholdSecond(
        '“The fixes”',
        'when the heuristic is missing entire categories of token-consuming content (tools, inline data), the calibration correction factor cannot compensate fast enough.',
      ),
    ],
    columns: [
      { label: 'fix' },
      { label: 'counted before', how: 'the request at the step before' },
      { label: 'counted now' },
      { label: 'decision', how: 'max(last real, counted now × correction)' },
      { label: 'threshold', how: '200,000 − buffer' },
      { label: 'fires' },
      { label: 'why' },
    ],
    rows: fixes.map((fix): readonly Figure[] => {
      const last = operands.last + (fix.tools ? tools.before : 0);
      const heuristic = operands.heuristic + (fix.tools ? tools.refused : 0);
      const threshold = operands.window - contextGuardBuffer(operands.window, fix.boundary);
      const { decision } = evaluateFormula({ ...operands, last, heuristic });
      return [
        figure(fix.name),
        figure(last),
        figure(heuristic),
        figure(decision),
        figure(threshold),
        figure(decision >= threshold, 'count'),
        figure(fix.why),
      ];
    }),
    reasons: [
      `The sample holds no definitions. They are taken as its hidden prefix, ${n(Math.round(prefixAt(session, step - 1)))} tokens before and ${n(Math.round(prefixAt(session, step)))} at the refused step, ÷ ${formatFactor(tools.density)} as its own text: ${n(tools.before)} and ${n(tools.refused)} counted.`,
    ],
  };
}
