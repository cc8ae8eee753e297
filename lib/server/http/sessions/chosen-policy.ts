import type * as z from 'zod';
import { namedReplay, type ChosenReplay, type Opening } from '@/lib/analysis/fit/opening';
import type { replayRequestSchema } from '@/lib/api/contract/replay-contract';
import type { Profile } from '@/lib/engine/tokens/profile';
import { badRequest } from '../handler';

/** What a request names of policy, preset and settings. */
type NamedPolicy = Pick<z.output<typeof replayRequestSchema>, 'policy' | 'preset' | 'settings'>;

/** The policy, settings and prefix that a request is answered with. @throws RequestError */
export function chosenOf(
  { policy, preset, settings }: NamedPolicy,
  profile: Profile,
  opening: Opening,
): ChosenReplay & Pick<Opening, 'prefixTokens'> {
  const chosen = namedReplay(
    { policy: policy ?? null, preset: preset ?? null, settings },
    opening,
    profile,
  );
  if (!chosen.ok) throw badRequest(chosen.error.message, chosen.error.at);
  return { ...chosen.value, prefixTokens: opening.prefixTokens };
}
