/**
 * The most prompt tokens a model accepts. Vendors' model pages and the recorded sessions of
 * research/ratios.md, as of 2026-11. For an alias with a longer-context option the table has the
 * standard limit; a recording that shows more raises it.
 */
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Limit } from '@/lib/engine/session/schema';

const table: readonly (readonly [RegExp, number])[] = [
  [/claude-(opus|sonnet|haiku)-(4[-.][7-9]|[5-9])|claude-fable/, 1_000_000],
  [/claude/, 200_000],
  [/gpt-5/, 272_000],
  [/gpt-4\.1/, 1_047_576],
  [/gpt-4o|gpt-4-turbo/, 128_000],
  [/(^|\/)o[134](-|$)/, 200_000],
  [/gemini/, 1_048_576],
  [/kimi-k2/, 262_144],
  [/glm-4\.[67]|glm-5/, 200_000],
  [/deepseek|minimax|qwen|mistral|llama/, 128_000],
];

/** The table's limit for a model name; null for an unknown one. */
export function tableLimit(model: string | null): number | null {
  if (model === null) return null;
  const name = model.toLowerCase();
  return table.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/**
 * Sets a session's limit: what the recording names (a rejection), else what the user or importer
 * set, else the table's. An accepted request above it raises it, with a notice.
 */
export function withLimit(draft: SessionDraft): SessionDraft {
  const { head, steps } = draft;
  const named = steps.reduce((most, step) => Math.max(most, step.limit ?? 0), 0);
  const tabled = tableLimit(head.model);
  const found: Limit | null =
    named > 0
      ? { tokens: named, source: 'recording' }
      : (head.limit ?? (tabled === null ? null : { tokens: tabled, source: 'table' }));
  let accepted = 0;
  let at = 0;
  steps.forEach((step, i) => {
    if (step.rejected || (step.real ?? 0) <= accepted) return;
    accepted = step.real ?? 0;
    at = i;
  });
  // No provider accepted a scenario's requests: its limit is one of its conditions.
  const condition = head.generated !== null && found?.source === 'user';
  if (found === null || accepted <= found.tokens || condition)
    return { ...draft, head: { ...head, limit: found } };
  const notice = {
    code: 'limit-raised',
    message: `The provider accepted ${accepted} tokens, more than the limit of ${found.tokens} (${found.source}): the limit was raised.`,
    at: [`step ${at}`],
    times: 1,
  };
  const limit: Limit = { tokens: raisedLimit(accepted, head.model), source: 'raised' };
  return { ...draft, head: { ...head, limit, notices: [...head.notices, notice] } };
}

/** Limits that a vendor's models have, ascending. */
const vendors: readonly (readonly [RegExp, readonly number[]])[] = [
  [/claude/, [200_000, 1_000_000]],
  [/gemini/, [1_048_576, 2_097_152]],
];
const usual: readonly number[] = [200_000, 272_000, 400_000, 1_000_000, 1_048_576, 2_000_000];

/** The vendor's next limit that is at least `accepted`; `accepted` itself above all of them. */
function raisedLimit(accepted: number, model: string | null): number {
  const name = (model ?? '').toLowerCase();
  const limits = vendors.find(([pattern]) => pattern.test(name))?.[1] ?? usual;
  return limits.find((limit) => limit >= accepted) ?? accepted;
}
