/**
 * tokenCount with editable operands: the decision, the operand that decided, and for each operand
 * the nearest value that changes the decision, with the others fixed.
 */
import { formatFactor, formatInteger, formatRatio, formatSigned } from '@/lib/engine/base/format';
import { windowThreshold } from '@/lib/engine/mechanisms/buffer';
import { correctionOf, decisionOf } from '@/lib/engine/mechanisms/correction';
import { largestFiringWindow } from '@/lib/analysis/explain/flip-points';

/** Operands of tokenCount; tokens, except `cap`, `floor` and `factor`, which are factors. */
export interface FormulaOperands {
  readonly heuristic: number;
  /** 0: the provider reported none. */
  readonly real: number;
  /** 0: none stored. */
  readonly last: number;
  readonly cap: number;
  readonly floor: number;
  readonly factor: number;
  readonly window: number;
}
export type FormulaOperand = keyof FormulaOperands;

/** Range of an operand. */
interface OperandRange {
  readonly label: string;
  readonly note: string;
  readonly unit: 'tokens' | '×';
  readonly integer: boolean;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

const tokens = (label: string, note: string, step: number): OperandRange => ({
  label,
  note,
  unit: 'tokens',
  integer: true,
  min: 0,
  max: 100_000_000,
  step,
});

const factor = (label: string, note: string): OperandRange => ({
  label,
  note,
  unit: '×',
  integer: false,
  min: 0,
  max: 1_000,
  step: 0.1,
});

/** The operands in the formula's order. */
export const operandRanges: Readonly<Record<FormulaOperand, OperandRange>> = {
  heuristic: tokens('Current heuristic', 'bytes ÷ 4 of the request about to be sent', 1_000),
  real: tokens('Last real', 'the newest step’s count; 0 for none', 1_000),
  last: tokens('Last heuristic', 'of the request sent before; 0 for none', 1_000),
  cap: factor('Cap', 'largest correction'),
  floor: factor('Floor', 'smallest correction'),
  factor: factor('Default factor', 'replaces the correction if either is missing'),
  window: tokens('Window', 'the model’s, or WithMaxTokens', 1_000),
};

/** The first timing-gap proof, under the constants of v1.1.0. */
export const defaultOperands: FormulaOperands = {
  heuristic: 90_009,
  real: 140_000,
  last: 70_000,
  cap: 5,
  floor: 1,
  factor: 2.5,
  window: 200_000,
};

/** Example operands: the seeds' own calculations. */
export const operandExamples: readonly {
  readonly label: string;
  readonly operands: FormulaOperands;
}[] = [
  { label: 'Timing gap', operands: defaultOperands },
  {
    label: 'Massive response',
    operands: { ...defaultOperands, heuristic: 150_008, real: 100_000, last: 50_000 },
  },
  {
    label: 'Production incident',
    operands: { ...defaultOperands, heuristic: 24_000, real: 150_000, last: 18_000 },
  },
  {
    label: 'Incident, WithMaxTokens(180000)',
    operands: {
      ...defaultOperands,
      heuristic: 24_000,
      real: 180_000,
      last: 24_000,
      window: 180_000,
    },
  },
  { label: 'First turn', operands: { ...defaultOperands, heuristic: 72_000, real: 0, last: 0 } },
];

/** The nearest value of one operand that changes the decision. */
interface OperandChange {
  readonly operand: FormulaOperand;
  /** null if no value of this operand changes it. */
  readonly value: number | null;
  /** "≥ 90,000 tokens", or the reason why there is none. */
  readonly text: string;
  /** Relative change |value − present| ÷ present; Infinity from 0 or without a value. */
  readonly relative: number;
}

/** The evaluated formula. */
export interface FormulaResult {
  readonly correction: number;
  readonly correctedBy: 'default factor' | 'last real ÷ last heuristic' | 'cap' | 'floor';
  readonly calibrated: number;
  readonly decision: number;
  readonly decidedBy: 'last real' | 'calibrated';
  readonly buffer: number;
  readonly threshold: number;
  readonly fires: boolean;
  /** decision − threshold. */
  readonly margin: number;
  readonly changes: readonly OperandChange[];
  /** The operand with the smallest relative change; null if none changes the decision. */
  readonly smallest: FormulaOperand | null;
}

const correct = ({ real, last, factor: by, floor, cap }: FormulaOperands): number =>
  correctionOf(real, last, by, floor, cap);

function decide(operands: FormulaOperands): number {
  return decisionOf(operands.heuristic, operands.real, correct(operands));
}

const firesWith = (operands: FormulaOperands): boolean =>
  decide(operands) >= windowThreshold(operands.window);

/** Evaluates the formula over `operands`. */
export function evaluateFormula(operands: FormulaOperands): FormulaResult {
  const correction = correct(operands);
  const calibrated = Math.trunc(operands.heuristic * correction);
  const decision = decide(operands);
  const threshold = windowThreshold(operands.window);
  const changes = (Object.keys(operandRanges) as FormulaOperand[]).map((operand) =>
    changeOf(operands, operand),
  );
  const nearest = changes.reduce<OperandChange | null>(
    (best, one) => (one.value !== null && one.relative < (best?.relative ?? Infinity) ? one : best),
    null,
  );
  return {
    correction,
    correctedBy: correctedBy(operands),
    calibrated,
    decision,
    decidedBy: operands.real > 0 && operands.real >= calibrated ? 'last real' : 'calibrated',
    buffer: operands.window - threshold,
    threshold,
    fires: decision >= threshold,
    margin: decision - threshold,
    changes,
    smallest: nearest?.operand ?? null,
  };
}

function correctedBy({ real, last, floor, cap }: FormulaOperands): FormulaResult['correctedBy'] {
  if (real <= 0 || last <= 0) return 'default factor';
  const ratio = Math.max(real / last, floor);
  if (ratio > cap) return 'cap';
  return real / last < floor ? 'floor' : 'last real ÷ last heuristic';
}

/** Factors are searched in steps of a hundredth, the precision of settings. */
const GRAIN = 100;

/**
 * The nearest value of one operand that changes the decision. The decision grows with heuristic,
 * real, cap, floor and factor and falls with the last heuristic, so a bisection finds it; windows
 * use the buffer rule's inverse, whose jump at 200,000 a bisection would miss.
 */
function changeOf(operands: FormulaOperands, operand: FormulaOperand): OperandChange {
  const fires = firesWith(operands);
  if (operand === 'window') return windowChange(operands, fires);
  const { integer, min, max, unit } = operandRanges[operand];
  const scale = integer ? 1 : GRAIN;
  const present = Math.round(operands[operand] * scale);
  // 0 means "none" for the two stored counts: another rule, not a smaller value.
  const least = operand === 'real' || operand === 'last' ? 1 : min * scale;
  const turned = (value: number): boolean =>
    firesWith({ ...operands, [operand]: value / scale }) !== fires;
  const up = bisect(Math.max(present, least), max * scale, turned);
  const down = bisect(Math.max(present, least), least, turned);
  const near = nearer(present, down, up);
  if (near === null || (operands[operand] === 0 && least === 1 && near === 1)) {
    return nothing(operand, 'no value of it changes the decision');
  }
  const value = near / scale;
  const relation = near > present ? '≥' : '≤';
  const text = unit === '×' ? formatFactor(value) : formatInteger(value);
  return {
    operand,
    value,
    text: `${relation} ${text}`,
    relative: distance(operands, operand, value),
  };
}

const nearer = (from: number, a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.abs(a - from) <= Math.abs(b - from) ? a : b;

/** The integer nearest to `from`, towards `to`, for which `turned` holds; null for none. */
function bisect(from: number, to: number, turned: (value: number) => boolean): number | null {
  if (!turned(to)) return null;
  let near = from;
  let far = to;
  while (Math.abs(far - near) > 1) {
    const middle = Math.trunc((near + far) / 2);
    if (turned(middle)) far = middle;
    else near = middle;
  }
  return far;
}

function windowChange(operands: FormulaOperands, fires: boolean): OperandChange {
  const largest = largestFiringWindow(decide(operands));
  const value = fires ? largest + 1 : largest;
  if (value < 0 || value > operandRanges.window.max) {
    return nothing('window', 'no value of it changes the decision');
  }
  return {
    operand: 'window',
    value,
    text: `${fires ? '≥' : '≤'} ${formatInteger(value)}`,
    relative: distance(operands, 'window', value),
  };
}

const nothing = (operand: FormulaOperand, text: string): OperandChange => ({
  operand,
  value: null,
  text,
  relative: Infinity,
});

function distance(operands: FormulaOperands, operand: FormulaOperand, value: number): number {
  const present = operands[operand];
  return present === 0 ? Infinity : Math.abs(value - present) / present;
}

/** One line of the evaluated formula: a name, its expression with numbers, and the value. */
interface FormulaLine {
  readonly name: 'correction' | 'calibrated' | 'decision' | 'threshold' | 'margin';
  readonly expression: string;
  readonly value: string;
}

/** The formula line by line, with numbers in place of the operands' names. */
export function formulaLines(operands: FormulaOperands): readonly FormulaLine[] {
  const n = formatInteger;
  const { heuristic, real, last, cap, floor, window } = operands;
  const result = evaluateFormula(operands);
  const { correction, calibrated, decision, buffer, threshold, margin } = result;
  const missing = real <= 0 ? 'no last real' : 'no last heuristic';
  return [
    {
      name: 'correction',
      expression:
        result.correctedBy === 'default factor'
          ? `default factor: ${missing}`
          : `clamp(${n(real)} ÷ ${n(last)}, ${floor}, ${cap})`,
      value: formatFactor(correction),
    },
    {
      name: 'calibrated',
      expression: `trunc(${n(heuristic)} × ${formatRatio(correction)})`,
      value: n(calibrated),
    },
    {
      name: 'decision',
      expression: real > 0 ? `max(${n(real)}, ${n(calibrated)})` : 'calibrated',
      value: n(decision),
    },
    { name: 'threshold', expression: `${n(window)} − ${n(buffer)}`, value: n(threshold) },
    { name: 'margin', expression: `${n(decision)} − ${n(threshold)}`, value: formatSigned(margin) },
  ];
}
