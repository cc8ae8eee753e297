/**
 * Real tokens per heuristic token for sessions with too few steps to learn their own. Measured on
 * 453 recorded sessions: research/ratios.md, clean big increments, medians, 2026-11.
 */
const shipped: readonly (readonly [RegExp, number])[] = [
  [/claude-(opus|sonnet|haiku)-(4[-.][7-9]|[5-9])|claude-fable/, 1.8],
  [/claude/, 1.4],
  [/gpt-5|codex/, 1.1],
  [/gemini/, 1.05],
];

/** The shipped density of a model; 1 with `known: false` for models never measured. */
export function shippedDensity(model: string | null): { value: number; known: boolean } {
  const hit = model === null ? undefined : shipped.find(([pattern]) => pattern.test(model));
  return hit ? { value: hit[1], known: true } : { value: 1, known: false };
}
