import type { Json } from '@/lib/engine/session/schema';
import { findSecrets } from './find-secrets';
import { secretName } from '@/lib/engine/session/secret-names';

/** A value with its secrets masked, and their number. */
interface Masked<T> {
  readonly value: T;
  readonly secrets: number;
}

/** Mask of a secret: its kind and length, never a part of it. */
const maskOf = (rule: string, length: number): string =>
  `[${secretName(rule, 1)}, ${length} characters, masked]`;

/** Separator of texts that are searched together; no rule matches across it. */
const GAP = '\n\n \u0000 \n\n';

/**
 * Masks the secrets in every string of a JSON value; keys stay. Searches all strings in one pass.
 */
export async function maskSecrets<T>(value: T): Promise<Masked<T>> {
  const texts: string[] = [];
  collect(value, texts);
  const masked = await maskTexts(texts);
  if (masked.secrets === 0) return { value, secrets: 0 };
  let next = 0;
  const replace = (item: unknown): unknown => {
    if (typeof item === 'string') return masked.value[next++];
    if (Array.isArray(item)) return item.map(replace);
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, replace(inner)]));
  };
  return { value: replace(value) as T, secrets: masked.secrets };
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, texts);
  else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value as Record<string, Json>)) collect(item, texts);
  }
}

async function maskTexts(texts: readonly string[]): Promise<Masked<readonly string[]>> {
  const found = await findSecrets(texts.join(GAP));
  if (found.length === 0) return { value: texts, secrets: 0 };
  let start = 0;
  let next = 0;
  const value = texts.map((text) => {
    const end = start + text.length;
    let masked = '';
    let copied = start;
    for (; next < found.length && (found[next]?.from ?? end) < end; next++) {
      const { from, to, rule } = found[next] as (typeof found)[number];
      masked += text.slice(copied - start, from - start) + maskOf(rule, Math.min(to, end) - from);
      copied = Math.min(to, end);
    }
    masked += text.slice(copied - start);
    start = end + GAP.length;
    return masked;
  });
  return { value, secrets: found.length };
}
