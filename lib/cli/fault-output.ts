import { formatFault } from '@/lib/policies/faults';
import type { Replay } from '@/lib/replay/replay';

/** What became of a replay's faults for people, a line each. */
export const faultLines = ({ faults }: Replay): readonly string[] =>
  faults.map(({ fault, text }) => `fault ${formatFault(fault)}: ${text}`);
