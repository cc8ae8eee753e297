import * as z from 'zod';
import type { SessionHead } from '@/lib/engine/session/schema';

/** A limit for every model whose name matches: `*` stands for any characters; case is ignored. */
const limitPatternSchema = z.strictObject({
  pattern: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .regex(/^[\w.*:/@ -]+$/, 'contains characters that no model name has'),
  tokens: z.int().min(1).max(100_000_000),
});

/** The library's limits; the first match wins. */
export const limitPatternsSchema = z.array(limitPatternSchema).max(100).readonly();
export type LimitPatterns = z.infer<typeof limitPatternsSchema>;

/** True if the whole model name matches the pattern; linear in both. */
export function fitsPattern(model: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  const name = model.toLowerCase();
  if (rest.length === 0) return name === first;
  if (!name.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/**
 * The limit by the library's patterns for a session; null if none matches or if the recording
 * itself names a limit, which takes precedence.
 */
export function patternLimit(
  { model, limit }: Pick<SessionHead, 'model' | 'limit'>,
  patterns: LimitPatterns,
): number | null {
  if (model === null || limit?.source === 'recording') return null;
  return patterns.find(({ pattern }) => fitsPattern(model, pattern))?.tokens ?? null;
}
