import { counted, formatInteger } from '@/lib/engine/base/format';
import { isWorse, netEffectText, tallyOf, type NetEffect } from '@/lib/analysis/explain/net-effect';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { comparedWith } from '@/lib/engine/replay/control';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import * as builtin from '../builtin';
import { findingsFrom } from '../detector';
import { timesOf } from '../finding';

/** What a replay with changed settings makes of a finding and of the session. */
export interface CureEffect extends NetEffect {
  /** The finding is gone, no loop comes, and of requests that overflowed fewer do. */
  readonly cures: boolean;
  /** "cures it; overflows 1 → 0, compactions 0 → 1". */
  readonly text: string;
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
  const net = { before: tallyOf(base), after: tallyOf(changed) };
  const [before, after] = [found(base, detector), found(changed, detector)];
  const cures = after === 0 && isBetter(net);
  const text = `${findingText(before, after, cures)}; ${netEffectText(net)}`;
  return { ...net, cures, text };
}

/** No loop comes, and of requests that overflowed fewer do: where none did, none does. */
const isBetter = (net: NetEffect): boolean =>
  !isWorse(net) && (net.before.overflows === 0 || net.after.overflows < net.before.overflows);

/** Steps of a detector's findings of a replay; 0 where it finds nothing. */
function found(run: Replay, id: string): number {
  const detector = detectors.get(id);
  if (detector === undefined) return 0;
  const about = { agent: '', notices: [] };
  return findingsFrom(detector, { replay: run, about, nameOf: () => null })
    .filter(({ of }) => of === 'replay')
    .reduce((sum, finding) => sum + Math.max(1, timesOf(finding)), 0);
}

function findingText(before: number, after: number, cures: boolean): string {
  if (cures) return 'cures it';
  if (after === 0) return 'does not cure the session';
  return after < before
    ? `leaves it at ${formatInteger(after)} of ${counted(before, 'step')}`
    : 'does not cure it';
}
