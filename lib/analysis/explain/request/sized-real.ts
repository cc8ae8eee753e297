import { oncePer } from '@/lib/engine/base/once/once-per';
import { floatAt } from '@/lib/engine/base/read';
import { recorded } from '@/lib/policies/highwater/recorded';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';

/** The recording's own requests, with estimates where it has no usage. */
const estimated = oncePer((session: Replayable) => replay(session, recorded, {}).columns.real);

/**
 * Real tokens of a step's request for a breakdown into its parts: as reported, else estimated from its
 * neighbours; never printed as the request's size.
 */
export function sizedReal({ columns, session }: Replay, step: number): number {
  const real = floatAt(columns.real, step);
  return Number.isNaN(real) ? floatAt(estimated(session), step) : real;
}
