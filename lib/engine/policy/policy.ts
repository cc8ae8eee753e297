import type * as z from 'zod';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { Estimator } from '@/lib/engine/tokens/estimator';
import type { Columns } from './columns';
import type { Decision } from './decision';
import type { PolicyNotes } from './notes';
import type { Mechanism } from './pipeline/mechanism';
import type { ObservingTraits, Watching } from './observed/watching';
import type { BoundedOutcomes } from './outcomes';
import type { RequestSizes } from './requests';
import type { GuardState } from './guard-state';
import type { SummariserPrompt } from './summariser';
import type { MeasuredSizes } from '../sizes/size-table';
import type { Summariser } from './summary';

/**
 * Source of a policy's rule: the system's code, that code on a count that a session lacks the text for, its
 * document, public statements, or Highwater.
 */
export type Basis = 'exact' | 'exact-rule' | 'documented' | 'reconstructed' | 'ours';

/** Source of a policy's behaviour. */
export interface Provenance {
  /** The system that runs it, as a reader knows it; policies of one system stand together. */
  readonly system: string;
  readonly repository: string;
  readonly path: string;
  readonly version: string;
  readonly basis: Basis;
  /** What a policy with an exact rule was compared with, where that is a package that was run. */
  readonly compared?: Compared;
  /** Vectors of a reference implementation that was run: every field of every step is equal. */
  readonly golden?: GoldenVectors;
}

/** Sessions that a reference implementation was run over, and their steps; `lib/readers/scenarios/fixtures`. */
export interface GoldenVectors {
  readonly sessions: number;
  readonly steps: number;
  /** Only the sums over all steps were kept, and are equal. */
  readonly sums?: true;
}

/** The source of a policy that Highwater made itself, in a file of its own folder. */
export const ownProvenance = (name: string): Provenance => ({
  system: 'Highwater',
  repository: 'highwater',
  path: `lib/policies/highwater/${name}.ts`,
  version: '1',
  basis: 'ours',
});

/** A package whose own code was run over seeded sessions; the golden file beside the policy is of it. */
export interface Compared {
  readonly package: string;
  readonly version: string;
  readonly license: string;
  readonly runs: number;
}

/** "@openai/codex 0.169.0, 48 runs". */
export const comparedWords = ({ package: name, version, runs }: Compared): string =>
  `${name} ${version}, ${runs} runs`;

/** Source of a policy's rule under a preset: the preset's own where it names one. */
export function provenanceOf(
  { provenance }: Pick<Policy, 'provenance'>,
  preset?: Pick<Preset<unknown>, 'provenance'>,
): Provenance {
  if (preset?.provenance === undefined) return provenance;
  const { system, repository, path } = provenance;
  return { system, repository, path, ...preset.provenance };
}

/** Recordings that a system writes itself, and what they say of its settings. */
export interface OwnRecordings {
  /** Ids of the formats; Highwater's importers carry them. */
  readonly format: RegExp;
  /** The agents among those that write the format; all of them if left out. */
  readonly agent?: RegExp;
  /** Names by which formats of many programs, as spans, tell the system. */
  readonly named?: RegExp;
  /** The window setting that a limit of such a recording stands for; the limit itself if left out. */
  readonly window?: (limit: number) => number;
  /** What the system counts and this recording lacks, in a few words; null where it lacks nothing. */
  readonly lacks?: (profile: Profile) => string | null;
}

/** Input and output of a policy's run. */
export interface PolicyInput {
  readonly profile: Profile;
  /** Sizes of the requests it may send, counted by its own estimator. */
  readonly requests: RequestSizes;
  readonly summariser: Summariser;
  /** Columns to write; untouched ones keep their cleared values. */
  readonly columns: Columns;
  /** Notes to write: events for the rail, kept ranges, elisions. */
  readonly notes: PolicyNotes;
  /** The policy's own declaration: what its run compares with. */
  readonly decision: Decision | null;
  /** Compacts at these steps (ascending) and at no other, whatever the decision value; as it decides if omitted. */
  readonly compactAt?: readonly number[] | undefined;
  /** Compacts at these steps (ascending) too, as if its user had asked for it. */
  readonly byHand?: readonly number[] | undefined;
  /** Measured sizes of its agent's compactions; null without evidence. */
  readonly sizes?: MeasuredSizes | null;
  /** The recording that it watches instead of deciding; left out in a replay. */
  readonly watching?: Watching | undefined;
}

/** Estimator of a policy's requests, and the sizes it adds around a summary. */
export interface RequestForm {
  readonly estimator: Estimator;
  /** Bytes of the summary's entry besides the summary itself. */
  readonly wrapperBytes: number;
}

/**
 * A policy at work on one session: what the reference's callbacks and the state between them are.
 * Steps are decided in order; each writes its columns.
 */
export interface PolicyRun<S> {
  /** Decides the steps from where it stopped up to `until`, which may equal it. */
  advance(until: number): void;
  /** Goes on with other settings; the state stays. A model switch. */
  configure(settings: S): void;
  /** Loses everything kept between steps: summary, watermark, counts. A process restart. */
  forget(): void;
}

/** A named choice of settings. */
export interface Preset<S> {
  readonly id: string;
  readonly label: string;
  readonly settings: Partial<S>;
  /** Source of these settings if not the policy's own version. */
  readonly provenance?: Pick<Provenance, 'version' | 'basis' | 'compared' | 'golden'> & {
    readonly path?: string;
    readonly note?: string;
  };
}

/** Facts about a policy that callers ask for instead of its id. */
export interface PolicyTraits {
  /** True if it replays the trace's compactions instead of deciding. */
  readonly recording?: true;
  /** Some compactions leave entries in the request beside the summary. */
  readonly keepsTail?: true;
  /** Beside a summary its agent puts files and reminders back, whose sizes are measured. */
  readonly reattaches?: true;
  /** Its summary stands in front of the entries that it keeps; else those from before its cut come first. */
  readonly summaryLeads?: true;
  /** A new summary stands behind the ones before it, which stay (`addedTokens`). */
  readonly stacksSummaries?: true;
  /** Its cut may leave a response without its call, as the system it is named after does. */
  readonly splitsPairs?: true;
  /** It compacts beside its running steps: a compaction lands later than it starts. */
  readonly background?: true;
  /** The provider compacts: the client keeps sending, or at least keeps, the whole log. */
  readonly serverSide?: true;
  /**
   * How its summariser's call stands to the provider's cache: it begins with the agent's own request
   * (shared), or otherwise, and then its prompt is (written) or is not (unshared) put into the cache.
   * Left out where nobody looked.
   */
  readonly summariserCache?: SummariserCache;
}

/** How a summariser's call stands to the provider's cache. */
export const summariserCaches = ['shared', 'unshared', 'written'] as const;
export type SummariserCache = (typeof summariserCaches)[number];

/** A window by a model's name. */
export interface RegisteredWindow {
  readonly window: number;
  /** The entry that matches; null for the fallback. */
  readonly entry: string | null;
  /** Without a match, an entry that begins alike; it is not used. */
  readonly alike: string | null;
}

/** Decides when and what to compact. */
export interface Policy<S = unknown> {
  readonly id: string;
  readonly label: string;
  readonly provenance: Provenance;
  /** The policy's comparison with a threshold; null without one. */
  readonly decision: Decision<NoInfer<S>> | null;
  readonly traits: PolicyTraits;
  /** Agent whose recorded compactions measure its summaries (`SizeRow.agent`); none if left out. */
  readonly writes?: string;
  /** Recordings of the system itself; left out where no importer reads any. */
  readonly recordings?: OwnRecordings;
  /** How it watches a recording; left out where it compares a value on the view in force. */
  readonly observing?: ObservingTraits;
  /** Its mechanisms in their order, where it is a pipeline. */
  readonly mechanisms?: readonly Mechanism<NoInfer<S>>[];
  /** What its summariser is asked; left out where nothing is known of it. */
  readonly summariser?: SummariserPrompt<NoInfer<S>>;
  /** Its keys of ContextGuard's session state (`__context_guard_*`); left out where it keeps none. */
  readonly guardState?: GuardState<NoInfer<S>>;
  /** Name of the texts that it adds to a request besides the summary. */
  readonly adds?: string;
  /** The window that its own table of models gives a name where its user gave none. */
  readonly registry?: (model: string) => RegisteredWindow;
  /** Schema of the settings; every field has a default. `fields.ts` says what its meta may hold. */
  readonly settings: z.ZodType<S>;
  readonly presets: readonly Preset<S>[];
  /** Environment variables that bring settings into effect, `NAME=value` each; left out where its system has none. */
  environment?(settings: NoInfer<S>): readonly string[];
  /** Form of its requests; the latest reference's if left out. */
  form?(settings: NoInfer<S>, profile: Profile, prefixTokens: number): RequestForm;
  begin(settings: S, input: PolicyInput): PolicyRun<S>;
  /** Its outcomes over a range of a setting; every value is replayed where it is left out. */
  readonly outcomes?: BoundedOutcomes<NoInfer<S>>;
}

/** The form of requests that one estimator counts whatever the settings, a summary with so many bytes around it. */
export const formOf =
  (estimator: (profile: Profile, prefixTokens: number) => Estimator, wrapperBytes = 0) =>
  (_settings: unknown, profile: Profile, prefixTokens: number): RequestForm => ({
    estimator: estimator(profile, prefixTokens),
    wrapperBytes,
  });

/** Declares a policy; keeps the literal id. */
export const definePolicy = <const Id extends string, S>(
  policy: Policy<S> & { readonly id: Id },
): Policy<S> & { readonly id: Id } => policy;
