import type * as z from 'zod';
import type { Profile } from '@/lib/tokens/profile';
import type { Ruler } from '@/lib/tokens/ruler';
import type { Columns } from './columns';
import type { PolicyNotes } from './notes';
import type { RequestSizes } from './requests';
import type { Summariser } from './summary';

/** How close a policy is to the system it is named after. */
export type Fidelity = 'exact' | 'documented' | 'reconstructed' | 'ours';

/** Where a policy's behaviour comes from. */
export interface Provenance {
  readonly repository: string;
  readonly path: string;
  readonly version: string;
  readonly fidelity: Fidelity;
}

/** What a policy replays over. */
export interface PolicyInput {
  readonly profile: Profile;
  /** Sizes of the requests it may send, counted by its own ruler. */
  readonly requests: RequestSizes;
  readonly summariser: Summariser;
  /** What the policy writes; columns it leaves alone keep their cleared values. */
  readonly columns: Columns;
  /** What else it says of its steps: events for the rail, kept ranges, elisions. */
  readonly notes: PolicyNotes;
}

/** How a policy counts a request, and what it writes around a summary. */
export interface RequestForm {
  readonly ruler: Ruler;
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
  /** Where these settings come from when not from the policy's own version. */
  readonly provenance?: Pick<Provenance, 'version' | 'fidelity'> & { readonly note?: string };
}

/** How a policy's decision is to be read where it is not the usual one: tokens, from usage. */
export interface DecisionReading {
  /** It compares entries since the last compaction, not tokens. */
  readonly unit?: 'entries';
  /** It decides by its own count alone, whatever the provider reports. */
  readonly ownCount?: true;
  /** Where the decision value is the request's own real size: how it comes to know that. */
  readonly ownReal?: string;
  /** What stands in its `lastReal`, where that is more than the prompt of a response. */
  readonly lastReal?: { readonly label: string; readonly formula: string };
  /** What the texts are called that it adds to a request. */
  readonly adds?: string;
}

/** Decides when and what to compact. */
export interface Policy<S = unknown> {
  readonly id: string;
  readonly label: string;
  readonly provenance: Provenance;
  /** False for policies that compare nothing with a threshold. */
  readonly decides: boolean;
  /** What fires at the threshold: at or above it, or above it only. */
  readonly fires: '>=' | '>';
  /** Schema of the settings; every field has a default. */
  readonly settings: z.ZodType<S>;
  readonly presets: readonly Preset<S>[];
  readonly decision?: DecisionReading;
  /** Its cut may leave a response without its call, as the system it is named after does. */
  readonly splitsPairs?: true;
  /** How it counts requests; the latest reference's way when left out. */
  form?(settings: S, profile: Profile, prefixTokens: number): RequestForm;
  begin(settings: S, input: PolicyInput): PolicyRun<S>;
}

/** Declares a policy; keeps the literal id. */
export const definePolicy = <const Id extends string, S>(
  policy: Policy<S> & { readonly id: Id },
): Policy<S> & { readonly id: Id } => policy;
