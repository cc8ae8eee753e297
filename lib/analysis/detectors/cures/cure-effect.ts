import { counted, formatInteger } from '@/lib/base/format';
import { compacts, overflows } from '@/lib/analysis/explain/step-events';
import type { Settings } from '@/lib/policies/contract/fields';
import type { Replayable } from '@/lib/replay/prepare';
import { comparedWith } from '@/lib/replay/control';
import { replay, type Replay } from '@/lib/replay/replay';
import * as builtin from '../builtin';
import { findingsFrom } from '../detector';
import { timesOf } from '../finding';

/** What a replay with changed settings makes of a finding and of the session. */
export interface CureEffect {
  /** The finding is gone, and no more requests overflow than before. */
  readonly cures: boolean;
  /** "cures it; no overflow, 1 compaction more". */
  readonly text: string;
  /** Compactions beyond those before; negative for fewer. */
  readonly more: number;
  /** Requests that overflow with it. */
  readonly overflows: number;
}

const detectors = new Map(Object.values(builtin).map((one) => [one.id, one]));

/**
 * Replays a session with some settings changed and asks a detector again; null for settings that the
 * policy does not take.
 */
export function cureEffect(
  session: Replayable,
  shown: Replay,
  detector: string,
  change: Settings,
): CureEffect | null {
  const base = comparedWith(shown);
  const read = base.policy.settings.safeParse({ ...base.settings, ...change });
  if (!read.success) return null;
  const faults = base.faults.map(({ fault }) => fault);
  const changed = replay(session, base.policy, read.data, { faults });
  const [before, after] = [found(base, detector), found(changed, detector)];
  const [had, has] = [overflowing(base), overflowing(changed)];
  const more = compactions(changed) - compactions(base);
  const cures = after === 0 && has <= had;
  const rest = `${overflowText(had, has)}, ${compactionText(more)}`;
  return { cures, text: `${findingText(before, after)}; ${rest}`, more, overflows: has };
}

/** Steps of a detector's findings of a replay; 0 where it finds nothing. */
function found(run: Replay, id: string): number {
  const detector = detectors.get(id);
  if (detector === undefined) return 0;
  const about = { agent: '', notices: [] };
  return findingsFrom(detector, { replay: run, about, nameOf: () => null })
    .filter(({ of }) => of === 'replay')
    .reduce((sum, finding) => sum + Math.max(1, timesOf(finding)), 0);
}

const steps = ({ session }: Replay): readonly number[] => [
  ...Array(session.profile.stepCount).keys(),
];
const overflowing = (run: Replay): number =>
  steps(run).filter((step) => overflows(run, step)).length;
const compactions = (run: Replay): number =>
  steps(run).filter((step) => compacts(run, step)).length;

function findingText(before: number, after: number): string {
  if (after === 0) return 'cures it';
  return after < before
    ? `leaves it at ${formatInteger(after)} of ${counted(before, 'step')}`
    : 'does not cure it';
}

function overflowText(had: number, has: number): string {
  if (has === 0) return 'no overflow';
  const now = counted(has, 'overflow');
  return has === had ? `${now} as before` : `${now} instead of ${formatInteger(had)}`;
}

function compactionText(more: number): string {
  if (more === 0) return 'as many compactions';
  return `${counted(Math.abs(more), 'compaction')} ${more > 0 ? 'more' : 'fewer'}`;
}
