/** The sessions of golden/sliding-window.json, and their replays. */
import { assert } from '@/lib/engine/base/assert';
import {
  contextGuardSlidingWindow,
  contextGuardSlidingWindowCorrected,
} from '@/lib/policies/contextguard/sliding-window';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import golden from '@/lib/readers/scenarios/fixtures/sliding-window.json';
import { scenarioSessionSchema } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';

/** Names of every session of the sliding window's vectors, in their order. */
export const slidingSessions: readonly string[] = golden.scenarios.map(({ name }) => name);

/**
 * Replays a session of the vectors under the sliding window, as coded or corrected.
 * @throws on an unknown name.
 */
export function replaySliding(name: string, { corrected = false } = {}): Replay {
  const found = golden.scenarios.find((one) => one.name === name);
  assert(found !== undefined, `There is no sliding-window session ${name}`);
  const session = scenarioSessionSchema.parse(found);
  const { profile, settings, script, limit } = generateProfile(session, name);
  const policy = corrected ? contextGuardSlidingWindowCorrected : contextGuardSlidingWindow;
  return replay(prepare(profile), policy, policy.settings.parse(settings), { script, limit });
}
