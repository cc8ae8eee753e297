import type * as z from 'zod';
import type { Profile } from '@/lib/tokens/profile';
import type { Columns } from './columns';
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
  readonly columns: Columns;
  readonly summariser: Summariser;
}

/** One replay of a policy over a session, step by step. */
export interface PolicyRun {
  /** Decides step `i` and writes its columns up to the request as sent. */
  before(i: number): void;
  /** Takes the provider's count of that request (−1: none reported); writes the state after. */
  after(i: number, real: number): void;
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
  start(settings: S, input: PolicyInput): PolicyRun;
}

/** Declares a policy; keeps the literal id. */
export const definePolicy = <const Id extends string, S>(
  policy: Policy<S> & { readonly id: Id },
): Policy<S> & { readonly id: Id } => policy;
