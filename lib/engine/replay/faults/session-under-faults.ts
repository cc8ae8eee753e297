import { formatFault, type Fault, type SizeFault, type UsageFault } from './faults';
import type { Replayable } from '../prepare';
import { scaleResponses, type ScaledResponse } from './scale-responses';
import { switchUsage, type UsageSwitch } from './switch-usage';

/** A session under the faults of responses and of usage. */
export interface SessionUnderFaults {
  readonly session: Replayable;
  readonly scaled: readonly ScaledResponse[];
  readonly switches: readonly UsageSwitch[];
  /** First step whose request holds a changed response; −1 for none. */
  readonly divergence: number;
}

const isSize = (fault: Fault): fault is SizeFault =>
  fault.kind === 'response' || fault.kind === 'truncate';

const isUsage = (fault: Fault): fault is UsageFault =>
  fault.kind === 'usage-stops' || fault.kind === 'usage-starts';

interface CachedFaults {
  readonly key: string;
  readonly made: SessionUnderFaults;
}

/** The newest result of each session: the faults stay equal while a setting is dragged. */
const newest = new WeakMap<Replayable, CachedFaults>();

/** What was made for equal faults, of these: a fault that was read again is another object. */
function madeFor(
  made: SessionUnderFaults,
  responses: readonly SizeFault[],
  usages: readonly UsageFault[],
): SessionUnderFaults {
  const sized = ({ fault }: ScaledResponse): SizeFault =>
    responses.findLast(({ entry }) => entry === fault.entry) ?? fault;
  return {
    ...made,
    scaled: made.scaled.map((one) => ({ ...one, fault: sized(one) })),
    switches: made.switches.map((one, k) => ({ ...one, fault: usages[k] ?? one.fault })),
  };
}

/** Applies the faults of responses and of usage; the policy and the replay apply the others. */
export function faultedSession(session: Replayable, faults: readonly Fault[]): SessionUnderFaults {
  const responses = faults.filter(isSize);
  const usages = faults.filter(isUsage);
  if (responses.length === 0 && usages.length === 0) {
    return { session, scaled: [], switches: [], divergence: -1 };
  }
  const key = [...responses, ...usages].map(formatFault).join(' ');
  const known = newest.get(session);
  if (known?.key === key) return madeFor(known.made, responses, usages);
  const scaled = scaleResponses(session, responses);
  const switched = switchUsage(scaled.session, usages);
  const steps = scaled.scaled.filter(({ changed, step }) => changed && step >= 0);
  const made = {
    session: switched.session,
    scaled: scaled.scaled,
    switches: switched.switches,
    divergence: steps.reduce((first, { step }) => (first < 0 ? step : Math.min(first, step)), -1),
  };
  newest.set(session, { key, made });
  return made;
}
