import type { EntryRef, EntryStore } from '@/lib/engine/session/draft';
import type { Entry } from '@/lib/engine/session/schema';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { profileOf } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { generateSession } from './flow';
import type { ScenarioConfig, ScenarioSession } from './schema';

/** Settings named by a scenario's conditions; a policy takes those it has. */
type ScenarioSettings = {
  readonly window: number;
  readonly attempts: number;
  readonly quoteRequest: boolean;
  readonly maxTurns?: number;
};

/** One call of a scenario's summariser: the size of its answer, or its failure. */
export type ScriptedCall =
  { readonly bytes: number } | { readonly fail: true } | { readonly empty: true };

/** A generated session, measured, with the settings its scenario asks for. */
export interface GeneratedProfile {
  readonly profile: Profile;
  readonly settings: ScenarioSettings;
  /** The summariser's calls in order; the last repeats. */
  readonly script: readonly ScriptedCall[];
  /** The provider's limit. */
  readonly limit: number;
}

/** Measures entries and drops them; a simulation has no usage records. */
class MeasuringStore implements EntryStore {
  readonly table = new EntryTable();

  entry(entry: Entry): EntryRef {
    return this.table.push(entry);
  }

  usage(): number {
    return -1;
  }
}

/** Generates and measures one session of a scenario. */
export function generateProfile(scenario: ScenarioSession, name: string): GeneratedProfile {
  const store = new MeasuringStore();
  const draft = generateSession(store, scenario, name);
  const { config } = scenario;
  return {
    profile: profileOf(draft, store.table),
    settings: scenarioSettings(config),
    script: scriptOf(config),
    limit: config.contextWindow,
  };
}

/** Id of the policy that a scenario was written for. */
export function policyOfScenario({ strategy }: Pick<ScenarioConfig, 'strategy'>): string {
  return strategy === 'sliding_window' ? 'contextguard-sliding-window' : 'contextguard-threshold';
}

/** Policy settings from a scenario's conditions. */
export function scenarioSettings(config: ScenarioConfig): ScenarioSettings {
  return {
    window: config.maxTokens > 0 ? config.maxTokens : config.contextWindow,
    attempts: config.maxCompactionAttempts,
    quoteRequest: config.continuationQuotesUser,
    ...(config.maxTurns === undefined ? {} : { maxTurns: config.maxTurns }),
  };
}

/** A scenario's summariser calls in order, the last repeats; empty without any. */
export function scriptOf({ summarizer }: ScenarioConfig): readonly ScriptedCall[] {
  if (summarizer === undefined) return [];
  return 'script' in summarizer ? summarizer.script : [summarizer];
}
