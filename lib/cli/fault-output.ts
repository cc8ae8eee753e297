import { formatFault } from '@/lib/policies/faults';
import type { Replay } from '@/lib/replay/replay';

/** What became of a replay's faults, for JSON; `step` is null where one never took hold. */
export const faultsJson = ({ faults }: Replay) =>
  faults.map(({ fault, step, text }) => ({
    fault: formatFault(fault),
    step: step < 0 ? null : step,
    text,
  }));

/** The same for people, a line each. */
export const faultLines = ({ faults }: Replay): readonly string[] =>
  faults.map(({ fault, text }) => `fault ${formatFault(fault)}: ${text}`);
