/**
 * The library of scenarios: both test matrices of threshold-strategy-v2.md, the proofs of the timing
 * gap, the single-shot conversations as sessions, and the reference's further vectors. Each has the
 * outcome that ContextGuard threshold v1.1.0 has on it; library.test.ts holds both to the vectors.
 */
import { brutal200k } from './library/brutal-200k';
import { brutal4k } from './library/brutal-4k';
import { brutal8k } from './library/brutal-8k';
import { brutalProduction } from './library/brutal-production';
import type {
  Difference,
  ExpectedOutcome,
  ScenarioDefinition,
  ScenarioFamily,
  ScenarioSource,
  Unsourced,
} from './library/definition';
import { differences } from './library/differences';
import { countSteps, expandScenario } from './library/expand';
import { extraScenarios } from './library/extra';
import { brutal1m, stress1m } from './library/one-million';
import { giantResponses, retryRounds, singleShot } from './library/single-shot';
import { stress200k } from './library/stress-200k';
import { stressSmall } from './library/stress-small';
import { timingGap } from './library/timing-gap';
import type { ScenarioSession } from './schema';

export {
  scenarioFamilies,
  scenarioSources,
  type Difference,
  type ExpectedOutcome,
  type ScenarioFamily,
  type ScenarioSource,
} from './library/definition';

/** When the reported usage tells the policy something. */
export type UsagePattern = 'always' | 'sometimes' | 'never';

/** One scenario of the library. */
export interface LibraryScenario {
  /** Unique; stands in addresses and messages. */
  readonly id: string;
  readonly name: string;
  readonly source: ScenarioSource;
  readonly family: ScenarioFamily;
  /** Context window in tokens: the limit, and the policy's window unless `WithMaxTokens` is set. */
  readonly window: number;
  readonly turns: number;
  readonly steps: number;
  /** Real tokens for each heuristic token; several where it changes. */
  readonly ratios: readonly number[];
  readonly usage: UsagePattern;
  /** Its tools, or what is special, in the words of its document. */
  readonly words: string;
  readonly expected: ExpectedOutcome;
  readonly limitation: string | null;
  readonly differs: readonly Difference[];
  /** Its turns, written out. */
  readonly session: ScenarioSession;
}

const from = (source: ScenarioSource, list: readonly Unsourced[]): ScenarioDefinition[] =>
  list.map((definition) => ({ ...definition, source }));

/** Every scenario, in the order of the documents. */
export const scenarioLibrary: readonly LibraryScenario[] = [
  ...from('stress', [...stress200k, ...stress1m, ...stressSmall]),
  ...from('brutal', [...brutal8k, ...brutal200k, ...brutal4k, ...brutal1m, ...brutalProduction]),
  ...from('unit', timingGap),
  ...from('singleshot', singleShot),
  ...from('retry', retryRounds),
  ...from('giant', giantResponses),
  ...from('extra', extraScenarios),
].map(describe);

const byId = new Map(scenarioLibrary.map((scenario) => [scenario.id, scenario]));

/** The scenario with this id, if there is one. */
export const findScenario = (id: string): LibraryScenario | undefined => byId.get(id);

function describe(definition: ScenarioDefinition): LibraryScenario {
  const { name, source, family, window, words, expected, limitation } = definition;
  const session = expandScenario(definition);
  const [compactions, overflowSteps, loop] = expected;
  return {
    id: idOf(source, name),
    name,
    source,
    family,
    window,
    turns: session.turns.length,
    steps: countSteps(session),
    ratios: [...new Set(session.turns.map((turn) => turn.tokenRatio ?? definition.ratio))],
    usage: usageOf(session),
    words,
    expected: { compactions, overflowSteps, loop: loop === 'loop' },
    limitation: limitation ?? null,
    differs: differences[name] ?? [],
    session,
  };
}

/** `stress/8k_normalconversation`: letters, digits, `_`, `-`, `.` and one slash. */
function idOf(source: ScenarioSource, name: string): string {
  return `${source}/${name.toLowerCase().replace(/[^a-z0-9_.]+/g, '-')}`;
}

function usageOf({ config, turns }: ScenarioSession): UsagePattern {
  const reported = turns.map((turn) => turn.hasUsageMetadata ?? config.hasUsageMetadata);
  if (reported.every(Boolean)) return 'always';
  return reported.some(Boolean) ? 'sometimes' : 'never';
}
