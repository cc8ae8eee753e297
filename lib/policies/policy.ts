import type * as z from 'zod';
import type { Profile } from '@/lib/tokens/profile';
import type { Columns } from './columns';
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
  /** Heuristic tokens of the prefix: system prompt and tool definitions. */
  readonly prefixTokens: number;
  readonly requests: RequestSizes;
  readonly summariser: Summariser;
  /** What the policy writes; columns it leaves alone keep their cleared values. */
  readonly columns: Columns;
}

/** A named choice of settings. */
export interface Preset<S> {
  readonly id: string;
  readonly label: string;
  readonly settings: Partial<S>;
}

/** Decides when and what to compact. */
export interface Policy<S = unknown> {
  readonly id: string;
  readonly label: string;
  readonly provenance: Provenance;
  /** False for policies that compare nothing with a threshold. */
  readonly decides: boolean;
  /** Schema of the settings; every field has a default. */
  readonly settings: z.ZodType<S>;
  readonly presets: readonly Preset<S>[];
  /** Runs over every step of the session once, in order, and fills the columns. */
  replay(settings: S, input: PolicyInput): void;
}

/** Declares a policy; keeps the literal id. */
export const definePolicy = <const Id extends string, S>(
  policy: Policy<S> & { readonly id: Id },
): Policy<S> & { readonly id: Id } => policy;
