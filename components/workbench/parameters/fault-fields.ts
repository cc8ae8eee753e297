import { MOST_FACTOR, type Fault } from '@/lib/engine/replay/faults/faults';
import type { Replayable } from '@/lib/engine/replay/prepare';

/** One number of a fault. */
export interface FaultField {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
  readonly unit?: string;
  /** The fault with this number. */
  readonly with: (value: number) => Fault;
}

/** The numbers of a fault that can be edited over a session. */
export function faultFields(fault: Fault, { profile }: Replayable): readonly FaultField[] {
  const { stepCount, entryCount } = profile;
  switch (fault.kind) {
    case 'summariser-fails':
    case 'summariser-empty': {
      const range = [1, Math.max(1, stepCount)] as const;
      return [
        field('Compaction', fault.compaction, range, (compaction) => ({ ...fault, compaction })),
      ];
    }
    case 'usage-stops':
    case 'usage-starts':
    case 'state-lost':
    case 'compact':
      return [field('Step', fault.step, [0, stepCount - 1], (step) => ({ ...fault, step }))];
    case 'window':
      return [
        field('Step', fault.step, [0, stepCount - 1], (step) => ({ ...fault, step })),
        field('Window', fault.window, [0, 100_000_000], (window) => ({ ...fault, window })),
      ];
    case 'truncate': {
      const range = [0, Math.max(0, entryCount - 1)] as const;
      const cut = (bytes: number): Fault => ({ ...fault, bytes });
      return [
        field('Entry', fault.entry, range, (entry) => ({ ...fault, entry })),
        { ...field('Bytes', fault.bytes, [0, 100_000_000], cut), unit: 'B' },
      ];
    }
    case 'response': {
      const range = [0, Math.max(0, entryCount - 1)] as const;
      const scaled = (factor: number): Fault => ({ ...fault, factor });
      return [
        field('Entry', fault.entry, range, (entry) => ({ ...fault, entry })),
        {
          ...field('Factor', fault.factor, [0, MOST_FACTOR], scaled),
          integer: false,
          unit: '×',
        },
      ];
    }
    case 'keep-calibration':
      return [];
  }
}

/** Faults in which the numbered one has another value of a field; unchanged if it is gone. */
export function withNumber(
  faults: readonly Fault[],
  session: Replayable,
  { index, label }: { readonly index: number; readonly label: string },
  value: number,
): readonly Fault[] {
  return faults.map((fault, i) => {
    if (i !== index) return fault;
    const found = faultFields(fault, session).find((field) => field.label === label);
    return found?.with(value) ?? fault;
  });
}

/** A whole number of a fault. */
const field = (
  label: string,
  value: number,
  [min, max]: readonly [min: number, max: number],
  change: (value: number) => Fault,
): FaultField => ({ label, value, min, max, integer: true, with: change });
