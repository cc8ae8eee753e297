/**
 * How the library writes a scenario down: a few patterns of turns instead of every turn. A pattern
 * repeats; sizes that the reference's tests print with the turn's number grow with its digits.
 */
import type { ScenarioConfig } from '../schema';

/** What a scenario stresses; one each. */
export const scenarioFamilies = [
  'normal',
  'tools',
  'sequential',
  'burst',
  'long',
  'ratio',
  'no usage',
  'system prompt',
  'tool definitions',
  'inline data',
  'timing gap',
  'single shot',
  'faults',
] as const;
export type ScenarioFamily = (typeof scenarioFamilies)[number];

/** Where a scenario comes from. */
export const scenarioSources = {
  stress: 'threshold-strategy-v2.md, stress tests (TestStress_*)',
  brutal: 'threshold-strategy-v2.md, brutal tests (TestBrutal_*)',
  unit: 'investigation-results.md, Part 3: proofs of the timing gap (TestTimingGap_*)',
  singleshot: 'single-shot conversations of the reference’s tests, as a session',
  retry: 'investigation-results.md, Part 1: retry rounds and context sizes',
  giant: 'investigation-results.md, Part 4: responses of 300,000 to 750,000 characters',
  extra: 'further vectors of the reference: failing summarisers, changing usage and ratio',
} as const;
export type ScenarioSource = keyof typeof scenarioSources;

/** Where a document and the vectors of the reference disagree. */
export interface Difference {
  readonly what: 'turns' | 'ratio' | 'usage' | 'tools' | 'size' | 'outcome' | 'factor' | 'calls';
  readonly document: string;
  readonly vectors: string;
  readonly reason: string;
}

/** Turns whose index, counted from the session's first, is a multiple of `every`. */
export interface TurnRule {
  readonly every: number;
  readonly user?: number;
  readonly calls?: string;
  readonly inline?: string;
  readonly usage?: boolean;
}

/**
 * Turns of one shape. Of several rules that name the same thing the first that fits decides.
 * Calls are written `name bytes`, joined by ` + ` (parallel) or ` > ` (sequential); `{0-14}` stands
 * for as many calls, `{turn}` for the turn's index. Inline data likewise: `image/png 100000`.
 */
export interface TurnPattern {
  readonly repeat?: number;
  /** Bytes of the user's text. */
  readonly user: number;
  /** The user's text holds the turn's index: a byte more for each further digit. */
  readonly numbered?: boolean;
  /** Text the user's entry begins with. */
  readonly startsWith?: string;
  /** Bytes of the model's text, which holds the index as well; 137 when left out. */
  readonly model?: number;
  /** The model's text has the same size in every turn. */
  readonly plain?: boolean;
  readonly calls?: string;
  readonly inline?: string;
  readonly usage?: boolean;
  readonly ratio?: number;
  readonly rules?: readonly TurnRule[];
}

/** What the reference, ContextGuard threshold v1.1.0, does with a scenario. */
export interface ExpectedOutcome {
  readonly compactions: number;
  readonly overflowSteps: number;
  /** As `loops` in lib/report/scenario-outcome.ts says. */
  readonly loop: boolean;
}

/** One scenario as it is written down. */
export interface ScenarioDefinition {
  /** Name in the seeds' tables, without `TestStress_` and the like. */
  readonly name: string;
  readonly source: ScenarioSource;
  readonly family: ScenarioFamily;
  /** Context window in tokens. */
  readonly window: number;
  /** Real tokens for each heuristic token. */
  readonly ratio: number;
  /** False where the provider reports no usage. */
  readonly usage?: boolean;
  /** Bytes of the system prompt. */
  readonly system?: number;
  /** Heuristic tokens of the tool definitions. */
  readonly tools?: number;
  /** `WithMaxTokens`. */
  readonly maxTokens?: number;
  readonly attempts?: number;
  readonly quotesUser?: boolean;
  /** Every summary has 120 bytes when left out. */
  readonly summarizer?: ScenarioConfig['summarizer'];
  readonly turns: readonly TurnPattern[];
  /** Tools, or what is special, in the words of the document. */
  readonly words: string;
  /** Compactions and overflowing steps under the reference; `loop` where it loops. */
  readonly expected: readonly [compactions: number, overflowSteps: number, loop?: 'loop'];
  /** Why the policy cannot do better here: a limitation that its authors document. */
  readonly limitation?: string;
}

/** A scenario of a file whose scenarios all have one source. */
export type Unsourced = Omit<ScenarioDefinition, 'source'>;
