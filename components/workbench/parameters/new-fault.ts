import type { Fault, FaultKind } from '@/lib/engine/replay/faults/faults';
import type { Replayable } from '@/lib/engine/replay/prepare';

/** Bytes that a new cut leaves of a response. */
export const CUT = 2_000;

/** Names of the kinds of faults. */
export const faultNames: Readonly<Record<FaultKind, string>> = {
  'summariser-fails': 'Summariser fails',
  'summariser-empty': 'Summariser answers with nothing',
  'usage-stops': 'Usage stops',
  'usage-starts': 'Usage starts',
  response: 'Tool response at another size',
  truncate: 'Tool response cut',
  compact: 'Compaction by hand',
  'keep-calibration': 'Calibration not reset',
  'state-lost': 'State lost: process restart',
  window: 'Window changes: model switch',
};

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
    case 'compact':
      return { kind, step };
    case 'window':
      return { kind, step, window: Math.trunc(at.window / 2) };
    case 'truncate':
      return { kind, entry: newestResponse(profile, step), bytes: CUT };
    case 'response':
      return { kind, entry: newestResponse(profile, step), factor: 0.1 };
    case 'keep-calibration':
      return { kind };
  }
}

/** The newest entry with tool responses in a step's log; 0 for none. */
function newestResponse({ entries, steps }: Replayable['profile'], step: number): number {
  for (let entry = (steps.entries[step] ?? 0) - 1; entry > 0; entry--) {
    if ((entries.responses[entry] ?? 0) > 0) return entry;
  }
  return 0;
}
