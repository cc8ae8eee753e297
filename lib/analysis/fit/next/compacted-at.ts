import type { Settings } from '@/lib/engine/policy/fields';
import { replay, type Replay } from '@/lib/engine/replay/replay';

/** Largest factor that settings may hold. */
const FORCED = 1_000;

/** Settings under which ContextGuard, which decides alone where it compacts, does so at every step. */
function forced(settings: Settings): Settings {
  const names = ['cap', 'floor', 'factor'].filter((name) => typeof settings[name] === 'number');
  return { ...settings, ...Object.fromEntries(names.map((name) => [name, FORCED])) };
}

/** A policy that compacts at some steps and at no other, whatever it would decide. */
export const compactedAt = (
  { session, policy, settings, limit }: Pick<Replay, 'session' | 'policy' | 'settings' | 'limit'>,
  steps: readonly number[],
): Replay => replay(session, policy, forced(settings), { limit, compactAt: steps });
