import type { Fault } from './faults';
import type { Policy, PolicyRun } from '@/lib/engine/policy/policy';
import type { WindowSpan } from '@/lib/engine/policy/session-settings';
import type { FaultySummariser } from './faulty-summariser';

/** Changes before a step: the state is lost first, then the settings change. */
export interface RunSwitch<S> {
  readonly step: number;
  readonly lose: boolean;
  readonly settings: S | null;
  /** What switches the settings: a fault, or another environment in the recording. */
  readonly by: SwitchedBy;
}

export type SwitchedBy = 'fault' | 'recording';

/** A policy's settings under faults. */
interface FaultedSettings<S> {
  readonly settings: S;
  readonly switches: readonly RunSwitch<S>[];
}

/** True if the policy has a setting with this name. */
export const hasSetting = (settings: unknown, name: string): boolean =>
  typeof settings === 'object' && settings !== null && name in settings;

/**
 * Settings with some values changed; null if the policy lacks such a setting or rejects the value.
 */
export function changedSettings<S>(
  policy: Policy<S>,
  settings: S,
  change: Readonly<Record<string, unknown>>,
): S | null {
  if (!Object.keys(change).every((name) => hasSetting(settings, name))) return null;
  const parsed = policy.settings.safeParse({ ...settings, ...change });
  return parsed.success ? parsed.data : null;
}

/** First step at which a fault switches the window; Infinity for none. From there on only faults do. */
export const faultedFrom = (faults: readonly Fault[]): number =>
  faults.reduce(
    (first, one) => (one.kind === 'window' ? Math.min(first, one.step) : first),
    Infinity,
  );

/** The initial settings, and the changes at each step: to the recording's windows and by faults. */
export function faultedSettings<S>(
  policy: Policy<S>,
  given: S,
  faults: readonly Fault[],
  windows: readonly WindowSpan[] = [],
): FaultedSettings<S> {
  const keeps = faults.some(({ kind }) => kind === 'keep-calibration');
  const kept = keeps ? changedSettings(policy, given, { resetCalibration: false }) : null;
  const settings = kept ?? given;
  const at = new Map<number, RunSwitch<S>>();
  const end = faultedFrom(faults);
  for (const { from: step, window } of windows) {
    if (step >= end) break;
    const switched = changedSettings(policy, settings, { window });
    at.set(step, { step, lose: false, settings: switched, by: 'recording' });
  }
  for (const fault of faults) {
    if (fault.kind !== 'state-lost' && fault.kind !== 'window') continue;
    const { step } = fault;
    const before = at.get(step) ?? { step, lose: false, settings: null, by: 'fault' };
    at.set(
      step,
      fault.kind === 'state-lost'
        ? { ...before, lose: true }
        : {
            ...before,
            settings: changedSettings(policy, settings, { window: fault.window }),
            by: 'fault',
          },
    );
  }
  return { settings, switches: [...at.values()].sort((a, b) => a.step - b.step) };
}

/**
 * Runs a policy over a session of `steps` steps, with the changes on the way; one step at a time
 * while a summariser that is to fail needs the current step. It may be left after each `slice` steps.
 */
export function* runSwitched<S>(
  run: PolicyRun<S>,
  steps: number,
  switches: readonly RunSwitch<S>[],
  { faulty = null, slice = Infinity }: { faulty?: FaultySummariser | null; slice?: number } = {},
): Generator<undefined, void, void> {
  let next = 0;
  function* advance(to: number): Generator<undefined, void, void> {
    for (; faulty?.waits === true && next < to; next++) {
      faulty.step = next;
      run.advance(next + 1);
    }
    for (; to - next > slice; yield) run.advance((next += slice));
    run.advance(to);
    next = to;
  }
  for (const { step, lose, settings } of switches) {
    if (step >= steps) break;
    yield* advance(step);
    if (lose) run.forget();
    if (settings !== null) run.configure(settings);
  }
  yield* advance(steps);
}
