/** A shipped density and its evidence. */
interface ShippedDensity {
  /** Models in words. */
  readonly models: string;
  readonly pattern: RegExp;
  /** Real tokens per heuristic token. */
  readonly value: number;
  /** Evidence in words, with its n. */
  readonly evidence: string;
}

/**
 * Real tokens per heuristic token for sessions with too few steps to learn their own; the first
 * pattern that matches holds. Measured on 453 recorded sessions: research/ratios.md, clean big
 * increments, medians, 2026-11.
 */
export const shippedDensities: readonly ShippedDensity[] = [
  {
    models: 'Claude from 4.7',
    pattern: /claude-(opus|sonnet|haiku)-(4[-.][7-9]|[5-9])|claude-fable/,
    value: 1.8,
    evidence: '331 increments of 3 models, medians 1.75 to 1.81',
  },
  {
    models: 'Claude up to 4.6',
    pattern: /claude/,
    value: 1.4,
    evidence: '1,660 increments of 3 models, medians 1.40 to 1.41',
  },
  {
    models: 'GPT-5, Codex',
    pattern: /gpt-5|codex/,
    value: 1.1,
    evidence: '968 increments of 3 models, medians 1.10 to 1.11',
  },
  {
    models: 'Gemini',
    pattern: /gemini/,
    value: 1.05,
    evidence: 'fits of 39 ADK sessions, median slope 1.05',
  },
];

/** The shipped density of a model; 1 with `known: false` for models never measured. */
export function shippedDensity(model: string | null): { value: number; known: boolean } {
  const hit =
    model === null ? undefined : shippedDensities.find(({ pattern }) => pattern.test(model));
  return hit ? { value: hit.value, known: true } : { value: 1, known: false };
}
