import type { Notch, SettingField } from '@/lib/engine/policy/fields';
import { LARGE_WINDOW } from '@/lib/engine/mechanisms/buffer';
import type { Replayable } from '@/lib/engine/replay/prepare';

/** Ends and steps of a setting's slider; its number field takes all that the schema allows. */
export interface SliderScale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly notch?: Notch;
}

/** The slider of a setting in a session, as its policy declares it; undefined for none. */
export function sliderScale(
  { slider, notches }: SettingField,
  session: Replayable,
): SliderScale | undefined {
  if (slider === undefined) return undefined;
  const scale = slider === 'window' ? windowScale(session) : slider;
  const notch = notches.find(({ value }) => value >= scale.min && value < scale.max);
  return { ...scale, ...(notch ? { notch } : {}) };
}

/** Around the session's limit or largest request: from two fifths of it to a third above; the number takes any. */
function windowScale({ profile, requests }: Replayable): SliderScale {
  const known = Math.max(profile.head.limit?.tokens ?? 0, largest(profile.steps.real));
  const peak = known > 0 ? known : Math.max(LARGE_WINDOW, largest(requests.real));
  const step = peak >= 50_000 ? 1_000 : 100;
  const round = 10 * step;
  return {
    min: Math.max(step, Math.round((peak * 0.4) / round) * round),
    max: Math.ceil((peak * 1.3) / round) * round,
    step,
  };
}

function largest(values: Iterable<number>): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}
