import type { UsageFault } from './faults';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { mark, type Replayable } from '../prepare';
import { SessionRequests } from '../requests';

/** Effect of a switch of the usage. */
export interface UsageSwitch {
  readonly fault: UsageFault;
  /** First step it governs; −1 if it lies beyond the session or another switch replaces it. */
  readonly step: number;
  /** Steps that now report and did not, or the reverse. */
  readonly changed: number;
}

/** A session whose reported steps differ from the recording. */
interface SessionAfterSwitch {
  readonly session: Replayable;
  readonly switches: readonly UsageSwitch[];
}

/**
 * The session as if the provider had stopped or begun to report usage. Each fault governs the steps
 * from its own up to the next one's; those before the first are as recorded. A step without
 * measured usage then gives the policy its projected count (a generated session's follows its
 * ratio) and is marked as supposed. A refused step never reports.
 */
export function switchUsage(
  session: Replayable,
  faults: readonly UsageFault[],
): SessionAfterSwitch {
  const { profile, base } = session;
  const { stepCount, steps } = profile;
  const ordered = faults
    .filter((fault, k) => !faults.slice(k + 1).some(({ step }) => step === fault.step))
    .sort((a, b) => a.step - b.step);
  const flags = steps.flags.slice();
  const marks = session.unreported.slice();
  const supposed: number[] = [];
  const switches = new Map<UsageFault, UsageSwitch>();
  ordered.forEach((fault, k) => {
    const end = Math.min(ordered[k + 1]?.step ?? stepCount, stepCount);
    let changed = 0;
    for (let i = fault.step; i < end; i++) {
      const was = flags[i] as number;
      if ((was & stepFlag.rejected) !== 0) continue;
      const starts = fault.kind === 'usage-starts';
      const is = starts ? was | stepFlag.reported : was & ~stepFlag.reported;
      if (is === was) continue;
      changed++;
      flags[i] = is;
      if (!starts) continue;
      supposed.push(i);
      marks[i] = (marks[i] as number) | mark.supposed;
    }
    switches.set(fault, { fault, step: fault.step < stepCount ? fault.step : -1, changed });
  });
  const effects = faults.map((fault) => switches.get(fault) ?? { fault, step: -1, changed: 0 });
  if (![...switches.values()].some(({ changed }) => changed > 0)) {
    return { session, switches: effects };
  }
  const switched = { ...profile, steps: { ...steps, flags } };
  const reported = Uint8Array.from(flags, (bits) => bits & stepFlag.reported);
  const own = { ...base, profile: switched, reported };
  const requests = new SessionRequests(own, session.requests);
  return {
    session: { ...session, profile: switched, base: own, requests, unreported: marks, supposed },
    switches: effects,
  };
}
