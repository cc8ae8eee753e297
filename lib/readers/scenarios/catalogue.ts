/**
 * The catalogue of scenarios: both test matrices of threshold-strategy-v2.md, the proofs of the
 * timing gap, the single-shot conversations as sessions, and the reference's further vectors. Each
 * has its outcome under ContextGuard threshold v1.1.0; catalogue.test.ts compares both with the
 * vectors.
 */
import { brutal } from './catalogue/brutal';
import type {
  Difference,
  ExpectedOutcome,
  ScenarioDefinition,
  ScenarioFamily,
  ScenarioSource,
  Unsourced,
} from './catalogue/definition';
import { differences, limitations } from './catalogue/differences';
import { expandScenario } from './catalogue/expand';
import { extraScenarios } from './catalogue/extra';
import { giantResponses, retryRounds, singleShot } from './catalogue/single-shot';
import { stress } from './catalogue/stress';
import { timingGap } from './catalogue/timing-gap';
import { validated, type Validated } from './catalogue/validates';
import { turnSteps } from './plan';
import type { ScenarioSession } from './schema';

export { holds, type Validated } from './catalogue/validates';
export {
  scenarioFamilies,
  scenarioSources,
  type Difference,
  type ExpectedOutcome,
  type ScenarioFamily,
  type ScenarioSource,
} from './catalogue/definition';

/** Share of a session's steps that report usage. */
type UsagePattern = 'always' | 'sometimes' | 'never';

/** One scenario of the catalogue. */
export interface CatalogueScenario {
  /** Unique; used in addresses and messages. */
  readonly id: string;
  readonly name: string;
  readonly source: ScenarioSource;
  readonly family: ScenarioFamily;
  /** Context window in tokens: the limit, and the policy's window unless `WithMaxTokens` is set. */
  readonly window: number;
  readonly turns: number;
  readonly steps: number;
  /** Real tokens per heuristic token; several if it changes. */
  readonly ratios: readonly number[];
  readonly usage: UsagePattern;
  /** Its tools, or its special condition, quoted from its document. */
  readonly words: string;
  /** Purpose of the test; null where no document states one. */
  readonly validates: Validated | null;
  readonly expected: ExpectedOutcome;
  readonly limitation: string | null;
  readonly differs: readonly Difference[];
  /** Its turns, written out. */
  readonly session: ScenarioSession;
}

const from = (source: ScenarioSource, list: readonly Unsourced[]): ScenarioDefinition[] =>
  list.map((definition) => ({ ...definition, source }));

/** Every scenario, in the order of the documents. */
export const scenarioCatalogue: readonly CatalogueScenario[] = [
  ...from('stress', stress),
  ...from('brutal', brutal),
  ...from('unit', timingGap),
  ...from('singleshot', singleShot),
  ...from('retry', retryRounds),
  ...from('giant', giantResponses),
  ...from('extra', extraScenarios),
].map(describe);

const byId = new Map(scenarioCatalogue.map((scenario) => [scenario.id, scenario]));

/** The scenario with this id; undefined without one. */
export const findScenario = (id: string): CatalogueScenario | undefined => byId.get(id);

function describe(definition: ScenarioDefinition): CatalogueScenario {
  const { name, source, family, window, words, expected } = definition;
  const session = expandScenario(definition);
  const [compactions, overflowSteps, loop] = expected;
  return {
    id: idOf(source, name),
    name,
    source,
    family,
    window,
    turns: session.turns.length,
    steps: turnSteps(session.turns),
    ratios: [...new Set(session.turns.map((turn) => turn.tokenRatio ?? definition.ratio))],
    usage: usageOf(session),
    words,
    validates: validated[name] ?? null,
    expected: { compactions, overflowSteps, loop: loop === 'loop' },
    limitation: limitations[name] ?? null,
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
