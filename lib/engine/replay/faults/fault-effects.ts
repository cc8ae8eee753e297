import { formatInteger } from '@/lib/engine/base/format';
import { describeFault, type Fault, type SizeFault } from './faults';
import type { Policy } from '@/lib/engine/policy/policy';
import { changedSettings, hasSetting } from './fault-switches';
import type { SessionUnderFaults } from './session-under-faults';
import type { FaultySummariser } from './faulty-summariser';
import type { FaultEffect } from './faults';
import { reachesThreshold } from '@/lib/engine/policy/decision';
import type { Columns } from '@/lib/engine/policy/columns';
import { intAt, numberAt } from '@/lib/engine/base/read';

/** Inputs for describing each fault's effect. */
interface FaultedReplay<S> {
  readonly policy: Policy<S>;
  readonly settings: S;
  readonly columns: Columns;
  readonly stepCount: number;
  readonly entryCount: number;
  readonly faulted: SessionUnderFaults;
  readonly summariser: FaultySummariser | null;
}

/** Effect of each fault, in the order given. */
export function faultEffects<S>(
  faults: readonly Fault[],
  replayed: FaultedReplay<S>,
): readonly FaultEffect[] {
  return faults.map((fault) => {
    const { step, fact } = effectOf(fault, replayed);
    const said = step < 0 ? 'No effect: ' : '';
    return { fault, step, text: `${describeFault(fault)}${fact === '' ? '' : ` ${said}${fact}`}` };
  });
}

interface Effect {
  readonly step: number;
  /** A sentence with its numbers; if nothing happened, the reason. Empty for none. */
  readonly fact: string;
}

function effectOf<S>(fault: Fault, replayed: FaultedReplay<S>): Effect {
  switch (fault.kind) {
    case 'summariser-fails':
    case 'summariser-empty':
      return summariserEffect(fault.compaction, replayed);
    case 'usage-stops':
    case 'usage-starts':
      return usageEffect(fault, replayed);
    case 'response':
    case 'truncate':
      return responseEffect(fault, replayed);
    case 'compact':
      return compactEffect(fault.step, replayed);
    case 'keep-calibration':
      return calibrationEffect(replayed);
    case 'state-lost':
      return beyond(fault.step, replayed) ?? { step: fault.step, fact: '' };
    case 'window':
      return windowEffect(fault, replayed);
  }
}

function beyond<S>(step: number, { stepCount }: FaultedReplay<S>): Effect | null {
  if (step < stepCount) return null;
  return { step: -1, fact: `the session has ${formatInteger(stepCount)} steps.` };
}

function summariserEffect<S>(nth: number, { summariser }: FaultedReplay<S>): Effect {
  const step = summariser?.steps.get(nth);
  if (step === undefined) {
    const count = summariser?.compactions ?? 0;
    const times = count === 1 ? 'once' : `${formatInteger(count)} times`;
    return { step: -1, fact: `the policy summarises ${count === 0 ? 'nothing' : times}.` };
  }
  return { step, fact: `That is at step ${formatInteger(step)}.` };
}

function usageEffect<S>(fault: Fault, replayed: FaultedReplay<S>): Effect {
  const found = replayed.faulted.switches.find((one) => one.fault === fault);
  const out = 'step' in fault ? beyond(fault.step, replayed) : null;
  if (out !== null) return out;
  if (found === undefined || found.step < 0)
    return { step: -1, fact: 'a later fault replaces it.' };
  const count = formatInteger(found.changed);
  if (found.changed === 0) {
    const fact = fault.kind === 'usage-stops' ? 'no step reports any.' : 'every step reports it.';
    return { step: -1, fact };
  }
  const counts = found.changed === 1 ? 'count' : 'counts';
  return fault.kind === 'usage-stops'
    ? { step: found.step, fact: `The policy misses ${count} ${counts}.` }
    : { step: found.step, fact: `The policy gets ${count} ${counts} that were not reported.` };
}

function responseEffect<S>(fault: SizeFault, { faulted, entryCount }: FaultedReplay<S>): Effect {
  if (fault.entry >= entryCount) {
    return { step: -1, fact: `the log has ${formatInteger(entryCount)} entries.` };
  }
  const found = faulted.scaled.find((one) => one.fault === fault);
  if (found === undefined) return { step: -1, fact: 'a later fault replaces it.' };
  if (found.step < 0) return { step: -1, fact: 'no request holds the entry.' };
  if (!found.changed) {
    const fact = found.before === 0 ? 'it has none.' : 'their size stays the same.';
    return { step: -1, fact };
  }
  return { step: found.step, fact: become(found.before, found.after) };
}

const become = (before: number, after: number): string =>
  `${formatInteger(before)} tokens become ${formatInteger(after)} (heuristic).`;

function compactEffect<S>(step: number, replayed: FaultedReplay<S>): Effect {
  const out = beyond(step, replayed);
  if (out !== null) return out;
  const { policy, columns } = replayed;
  if (columns.compacted[step] !== 1) {
    return { step: -1, fact: `${policy.label} compacts nothing there.` };
  }
  const fact = become(intAt(columns.heuristic, step), intAt(columns.heuristicSent, step));
  const { decision } = policy;
  const own =
    decision?.unit === 'tokens' &&
    reachesThreshold(decision, numberAt(columns.decision, step), intAt(columns.threshold, step));
  return { step, fact: own ? `${fact} The policy’s own rule compacts there as well.` : fact };
}

function calibrationEffect<S>({ policy, settings, columns }: FaultedReplay<S>): Effect {
  if (!hasSetting(settings, 'resetCalibration')) {
    return { step: -1, fact: `${policy.label} resets no calibration.` };
  }
  if ((settings as { readonly resetCalibration?: unknown }).resetCalibration === false) {
    return { step: -1, fact: 'the settings already keep the calibration.' };
  }
  const step = columns.compacted.indexOf(1);
  return step < 0 ? { step, fact: 'there is no compaction.' } : { step, fact: '' };
}

function windowEffect<S>(
  fault: Extract<Fault, { kind: 'window' }>,
  replayed: FaultedReplay<S>,
): Effect {
  const out = beyond(fault.step, replayed);
  if (out !== null) return out;
  const { policy, settings } = replayed;
  const taken = changedSettings(policy, settings, { window: fault.window }) !== null;
  if (taken) return { step: fault.step, fact: '' };
  const why = hasSetting(settings, 'window') ? 'does not take this window' : 'has no window';
  return { step: fault.step, fact: `${policy.label} ${why}: only the limit changes.` };
}
