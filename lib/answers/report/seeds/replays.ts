/** Replays that the page's figures are read from. */
import { assert } from '@/lib/engine/base/assert';
import {
  contextGuardThreshold,
  type ContextGuardSettings,
} from '@/lib/policies/contextguard/threshold';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay, type ReplayOptions } from '@/lib/engine/replay/replay';
import {
  findScenario,
  scenarioCatalogue,
  type CatalogueScenario,
} from '@/lib/readers/scenarios/catalogue';
import { generateProfile, type GeneratedProfile } from '@/lib/readers/scenarios/simulate';

/** Replays a session under ContextGuard threshold v1.1.0 with some settings. */
export const replayThreshold = (
  session: Replayable,
  given: Partial<ContextGuardSettings>,
  options: Pick<ReplayOptions, 'script' | 'limit'> = {},
): Replay =>
  replay(session, contextGuardThreshold, contextGuardThreshold.settings.parse(given), options);

/** A scenario of the library, generated and ready for replays. */
export interface PreparedScenario {
  readonly scenario: CatalogueScenario;
  readonly session: Replayable;
  readonly generated: GeneratedProfile;
}

/** A scenario, generated. */
export const prepareScenario = (scenario: CatalogueScenario): PreparedScenario => {
  const generated = generateProfile(scenario.session, scenario.name);
  return { scenario, generated, session: prepare(generated.profile) };
};

/** Replays a prepared scenario under ContextGuard threshold v1.1.0, its settings and `given`. */
export const replayPrepared = (
  { session, generated: { settings, script, limit } }: PreparedScenario,
  given: Partial<ContextGuardSettings> = {},
): Replay => replayThreshold(session, { ...settings, ...given }, { script, limit });

/** Replays a scenario of the library in the same way. @throws on an unknown id. */
export function replayScenario(id: string, given: Partial<ContextGuardSettings> = {}): Replay {
  const scenario = findScenario(id);
  assert(scenario !== undefined, `There is no scenario ${id}`);
  return replayPrepared(prepareScenario(scenario), given);
}

/** The 92 sessions of TestStress_* and TestBrutal_*. */
export const matrixScenarios = (): readonly PreparedScenario[] =>
  scenarioCatalogue
    .filter(({ source }) => source === 'stress' || source === 'brutal')
    .map(prepareScenario);

/** Steps at which a replay compacted. */
export function compactedSteps({ columns }: Replay): readonly number[] {
  const steps: number[] = [];
  columns.compacted.forEach((bit, step) => {
    if (bit === 1) steps.push(step);
  });
  return steps;
}

/** The largest value of a column. */
export const largestOf = (column: Iterable<number>): number => Math.max(...column);

/** Settings of a version of ContextGuard threshold, by its preset's id. @throws on an unknown id. */
export function versionSettings(
  id: string,
  more: Partial<ContextGuardSettings> = {},
): ContextGuardSettings {
  const preset = contextGuardThreshold.presets.find((one) => one.id === id);
  assert(preset !== undefined, `There is no version ${id}`);
  return contextGuardThreshold.settings.parse({ ...preset.settings, ...more });
}
