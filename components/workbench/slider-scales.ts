import type { SliderNotch } from '@/components/ui/slider';
import { formatInteger } from '@/lib/base/format';
import { contextGuardThreshold, LARGE_WINDOW } from '@/lib/policies/mechanisms/buffer';
import type { Replayable } from '@/lib/replay/replay';

/** Ends and steps of a setting's slider; its number field takes all that the schema allows. */
export interface SliderScale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly notch?: SliderNotch;
}

const notch: SliderNotch = {
  value: LARGE_WINDOW,
  label: '200k',
  title: `The buffer is 20 % below a window of 200,000 and 20,000 from there on: the threshold jumps from ${formatInteger(contextGuardThreshold(LARGE_WINDOW - 1))} to ${formatInteger(contextGuardThreshold(LARGE_WINDOW))}.`,
};

/** The settings that have a slider, how far it goes in this session, and ContextGuard's notch. */
export function sliderScales(
  session: Replayable,
  policyId = '',
): Readonly<Record<string, SliderScale>> {
  const { profile, requests } = session;
  const known = Math.max(profile.head.limit?.tokens ?? 0, largest(profile.steps.real));
  const peak = known > 0 ? known : Math.max(LARGE_WINDOW, largest(requests.real));
  const step = peak >= 50_000 ? 1_000 : 100;
  const max = Math.ceil((peak * 1.3) / (10 * step)) * 10 * step;
  // Other systems have other rules; the tail and older versions jump one token higher.
  const notched = max > LARGE_WINDOW && policyId === 'contextguard-threshold';
  return {
    window: { min: step, max, step, ...(notched ? { notch } : {}) },
    cap: { min: 1, max: 10, step: 0.1 },
    factor: { min: 0.5, max: 6, step: 0.1 },
    maxTurns: { min: 1, max: 100, step: 1 },
  };
}

function largest(values: Iterable<number>): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}
