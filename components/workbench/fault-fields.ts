import type { Fault, FaultKind } from '@/lib/policies/faults';
import { MOST_FACTOR } from '@/lib/policies/faults';
import type { Replayable } from '@/lib/replay/replay';

/** Each kind of fault as the panel offers it. */
export const faultNames: Readonly<Record<FaultKind, string>> = {
  'summariser-fails': 'Summariser fails',
  'summariser-empty': 'Summariser answers with nothing',
  'usage-stops': 'Usage stops',
  'usage-starts': 'Usage starts',
  response: 'Tool response at another size',
  'keep-calibration': 'Calibration not reset',
  'state-lost': 'State lost: process restart',
  window: 'Window changes: model switch',
};

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
  const lastStep = profile.stepCount - 1;
  switch (fault.kind) {
    case 'summariser-fails':
    case 'summariser-empty':
      return [
        {
          label: 'Compaction',
          value: fault.compaction,
          min: 1,
          max: Math.max(1, profile.stepCount),
          integer: true,
          with: (compaction) => ({ ...fault, compaction }),
        },
      ];
    case 'usage-stops':
    case 'usage-starts':
    case 'state-lost':
      return [stepField(fault.step, lastStep, (step) => ({ ...fault, step }))];
    case 'window':
      return [
        stepField(fault.step, lastStep, (step) => ({ ...fault, step })),
        {
          label: 'Window',
          value: fault.window,
          min: 0,
          max: 100_000_000,
          integer: true,
          with: (window) => ({ ...fault, window }),
        },
      ];
    case 'response':
      return [
        {
          label: 'Entry',
          value: fault.entry,
          min: 0,
          max: Math.max(0, profile.entryCount - 1),
          integer: true,
          with: (entry) => ({ ...fault, entry }),
        },
        {
          label: 'Factor',
          value: fault.factor,
          min: 0,
          max: MOST_FACTOR,
          integer: false,
          unit: '×',
          with: (factor) => ({ ...fault, factor }),
        },
      ];
    case 'keep-calibration':
      return [];
  }
}

const stepField = (value: number, max: number, change: (step: number) => Fault): FaultField => ({
  label: 'Step',
  value,
  min: 0,
  max,
  integer: true,
  with: change,
});

/** A new fault of a kind, at the selected step. */
export function newFault(
  kind: FaultKind,
  { profile }: Replayable,
  at: { readonly step: number; readonly window: number },
): Fault {
  const { step } = at;
  switch (kind) {
    case 'summariser-fails':
    case 'summariser-empty':
      return { kind, compaction: 1 };
    case 'usage-stops':
    case 'usage-starts':
    case 'state-lost':
      return { kind, step };
    case 'window':
      return { kind, step, window: Math.trunc(at.window / 2) };
    case 'response':
      return { kind, entry: newestResponse(profile, step), factor: 0.1 };
    case 'keep-calibration':
      return { kind };
  }
}

/** The newest entry with tool responses in a step's log; 0 where there is none. */
function newestResponse({ entries, steps }: Replayable['profile'], step: number): number {
  for (let entry = (steps.entries[step] ?? 0) - 1; entry > 0; entry--) {
    if ((entries.responses[entry] ?? 0) > 0) return entry;
  }
  return 0;
}
