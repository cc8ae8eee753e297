import { intAt } from '@/lib/engine/base/read';
import type { Replayable } from '@/lib/engine/replay/prepare';

/** A refused request whose prompt fits, and does not with the tokens that it reserved for its response. */
export interface ReservedResponse {
  readonly prompt: number;
  readonly reserved: number;
  readonly limit: number;
}

/** What a recorded refusal says of the response's share; null where the prompt alone is too large, or nothing is said. */
export function reservedResponse(
  { profile: { head, steps } }: Pick<Replayable, 'profile'>,
  step: number,
): ReservedResponse | null {
  const reserved = head.refusals.find((one) => one.step === step)?.reserved ?? 0;
  const limit = intAt(steps.limit, step);
  const prompt = intAt(steps.real, step);
  const decides = reserved > 0 && prompt > 0 && limit > 0 && prompt <= limit;
  return decides ? { prompt, reserved, limit } : null;
}
