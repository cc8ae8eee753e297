import type { Part } from '@/lib/engine/session/schema';

/** Type of a part that stands for reasoning which only the provider can read. */
const SEALED_REASONING = 'codex:reasoning';

/** Bytes that encryption adds to a text. */
const ENVELOPE = 650;

/** A part that stands for encrypted reasoning of so many characters. */
export const sealedReasoning = (length: number): Part => ({
  kind: 'other',
  type: SEALED_REASONING,
  value: { encryptedLength: length },
});

/** Characters of the encrypted reasoning that a part stands for; 0 for any other part. */
export function sealedLength(part: Part): number {
  if (part.kind !== 'other' || part.type !== SEALED_REASONING) return 0;
  const { value } = part;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 0;
  const length = (value as Readonly<Record<string, unknown>>)['encryptedLength'];
  return typeof length === 'number' && Number.isSafeInteger(length) && length > 0 ? length : 0;
}

/**
 * Tokens that Codex takes encrypted reasoning for: ⌈(⌊length × 3 / 4⌋ − 650) / 4⌉, at least 0.
 * Measured on @openai/codex 0.169.0.
 */
export const sealedTokens = (part: Part): number =>
  Math.ceil(Math.max(0, Math.floor((sealedLength(part) * 3) / 4) - ENVELOPE) / 4);
