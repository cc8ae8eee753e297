/**
 * Notation of the catalogue's scenarios: a few patterns of turns instead of every turn. A pattern
 * repeats; sizes that the reference's tests print with the turn's number grow with its digits.
 */
import type { ScenarioConfig } from '../schema';

/** Aspect that a scenario stresses; one each. */
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

/** Documents and tests that scenarios come from. */
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

/** Points on which a document and the vectors of the reference may disagree. */
export const differing = ['turns', 'ratio', 'tools', 'size', 'outcome', 'factor', 'calls'] as const;

/** A disagreement between document and vectors. */
export interface Difference {
  readonly what: (typeof differing)[number];
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
 * Turns of one shape. If several rules set the same field, the first match decides. Calls are
 * written `name bytes`, joined by ` + ` (parallel) or ` > ` (sequential); `{0-14}` stands for as
 * many calls, `{turn}` for the turn's index. Inline data likewise: `image/png 100000`.
 */
export interface TurnPattern {
  readonly repeat?: number;
  /** Bytes of the user's text. */
  readonly user: number;
  /** True if the user's text holds the turn's index: one byte more per further digit. */
  readonly numbered?: boolean;
  /** First words of the user's entry. */
  readonly startsWith?: string;
  /** Bytes of the model's text, which also holds the index; 137 if omitted. */
  readonly model?: number;
  /** True if the model's text has the same size in every turn. */
  readonly plain?: boolean;
  readonly calls?: string;
  readonly inline?: string;
  readonly usage?: boolean;
  readonly ratio?: number;
  readonly rules?: readonly TurnRule[];
}

/** Outcome of a scenario under the reference, ContextGuard threshold v1.1.0. */
export interface ExpectedOutcome {
  readonly compactions: number;
  readonly overflowSteps: number;
  /** By the rule in lib/analysis/explain/loop-watch.ts. */
  readonly loop: boolean;
}

/** One scenario in the catalogue's notation. */
export interface ScenarioDefinition {
  /** Name in the seeds' tables, without `TestStress_` and the like. */
  readonly name: string;
  readonly source: ScenarioSource;
  readonly family: ScenarioFamily;
  /** Context window in tokens. */
  readonly window: number;
  /** Real tokens per heuristic token. */
  readonly ratio: number;
  /** False if the provider reports no usage. */
  readonly usage?: boolean;
  /** Bytes of the system prompt. */
  readonly system?: number;
  /** Heuristic tokens of the tool definitions. */
  readonly tools?: number;
  /** `WithMaxTokens`. */
  readonly maxTokens?: number;
  readonly attempts?: number;
  readonly quotesUser?: boolean;
  /** Summaries; every one has 120 bytes if omitted. */
  readonly summarizer?: ScenarioConfig['summarizer'];
  readonly turns: readonly TurnPattern[];
  /** Tools, or the special condition, quoted from the document. */
  readonly words: string;
  /** Compactions and overflowing steps under the reference; `loop` if it loops. */
  readonly expected: readonly [compactions: number, overflowSteps: number, loop?: 'loop'];
}

/** A scenario of a file whose scenarios all have one source. */
export type Unsourced = Omit<ScenarioDefinition, 'source'>;
