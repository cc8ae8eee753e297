import { assert } from '@/lib/engine/base/assert';
import {
  contextGuardThreshold,
  type ContextGuardSettings,
} from '@/lib/policies/contextguard/threshold';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { findScenario } from '@/lib/readers/scenarios/catalogue';
import { generateProfile } from '@/lib/readers/scenarios/simulate';

/**
 * Replays a scenario of the library under ContextGuard threshold v1.1.0, its settings and `given`. @throws on an unknown id.
 */
export function replayScenario(id: string, given: Partial<ContextGuardSettings> = {}): Replay {
  const scenario = findScenario(id);
  assert(scenario !== undefined, `There is no scenario ${id}`);
  const { profile, settings, script, limit } = generateProfile(scenario.session, scenario.name);
  const parsed = contextGuardThreshold.settings.parse({ ...settings, ...given });
  return replay(prepare(profile), contextGuardThreshold, parsed, { script, limit });
}

/** Steps at which a replay compacted. */
export function compactedSteps({ columns }: Replay): readonly number[] {
  const steps: number[] = [];
  columns.compacted.forEach((bit, step) => {
    if (bit === 1) steps.push(step);
  });
  return steps;
}
