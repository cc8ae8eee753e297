/** Messages between page and worker about tokenizers. */
import type { TextCounts } from '@/lib/engine/tokens/text/text-counts';
import type { Encoding } from '@/lib/engine/tokens/text/text-estimators';

/** From the page. */
export interface TokenizerJob {
  /** Origin of the API; a worker's own address may be a blob's. */
  readonly origin: string;
  readonly session: string;
  readonly encoding: Encoding;
}

/** Counts of a session's texts. */
export interface TokenizerResult {
  /** Characters ÷ 4, at no extra cost, and the requested tokenizer. */
  readonly counts: readonly TextCounts[];
  /** Number of masked secrets; their masks were counted in their place. */
  readonly masked: number;
  /** Number of entries over 1 MB, which were counted shortened. */
  readonly cut: number;
}

/** From the worker: progress, then one of three ends. */
export type TokenizerReply = { readonly run: number } & (
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'result'; readonly result: TokenizerResult }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }
);
