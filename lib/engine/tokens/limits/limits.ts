/**
 * The most prompt tokens a model accepts. Vendors' model pages and the recorded sessions of
 * research/ratios.md, as of 2026-11. For an alias with a longer-context option the table has the
 * standard limit; a recording that shows more raises it.
 */
import { formatInteger } from '@/lib/engine/base/format';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Limit, Notice, StepEnvironment } from '@/lib/engine/session/schema';

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

/** Steps of one model under one recorded window, and what they show of the model's limit. */
interface LimitGroup {
  readonly model: string | null;
  /** As the recording names it; null where it names none. */
  readonly window: number | null;
  /** The limit that is set already. */
  readonly given: Limit | null;
  steps: number;
  /** Largest limit that a rejection names; 0 for none. */
  named: number;
  /** Largest request that was accepted, and its step. */
  accepted: number;
  at: number;
}

/** A run of steps of one group. */
interface LimitRun {
  readonly from: number;
  readonly group: LimitGroup;
}

/**
 * Sets the limit of a session, and of its steps where its models differ: what the recording names (a
 * rejection, a window), else what the user or importer set, else the table's. An accepted request above
 * it raises the limit of its model, with a notice; the window that the recording names stays what the
 * program decides by.
 */
export function withLimit(draft: SessionDraft): SessionDraft {
  const { head } = draft;
  const runs = limitRuns(draft);
  const groups = new Set(runs.map(({ group }) => group));
  const main = [...groups].reduce((most, one) => (one.steps > most.steps ? one : most));
  const notices = [...head.notices];
  const found = new Map<LimitGroup, Limit | null>();
  for (const group of groups) {
    const { limit, notice } = groupLimit(group, head.generated !== null);
    found.set(group, limit);
    if (notice !== null && !notices.some(({ message }) => message === notice.message)) {
      notices.push(notice);
    }
  }
  const limit = found.get(main) ?? null;
  const spans: StepEnvironment[] = [];
  for (const { from, group } of runs) {
    const own = found.get(group) ?? limit;
    const span = {
      from,
      ...(group.window !== null && { window: group.window }),
      ...(own !== null && own.tokens !== limit?.tokens && { limit: own }),
    };
    const last = spans.at(-1);
    if (last?.window === span.window && last?.limit?.tokens === span.limit?.tokens && last)
      continue;
    spans.push(span);
  }
  const { environments: _, ...rest } = head;
  const [only] = spans;
  // One window for all steps is the limit.
  const isPlain = spans.length === 1 && (only?.window ?? limit?.tokens) === limit?.tokens;
  return {
    ...draft,
    head: { ...rest, limit, ...(!isPlain && { environments: spans }), notices },
  };
}

/** The runs of steps under one model and window; one run for a limit that holds whatever the model. */
function limitRuns({ head, steps }: SessionDraft): readonly LimitRun[] {
  const { limit, environments = [] } = head;
  const isFixed = limit?.source === 'user' || head.generated !== null;
  const isNamed = steps.some((step) => step.limit !== null && step.limit === limit?.tokens);
  const window = limit?.source === 'recording' && !isNamed ? limit.tokens : null;
  const groups = new Map<string, LimitGroup>();
  const runs: LimitRun[] = [];
  let span = -1;
  let model = head.model;
  let group: LimitGroup | undefined;
  steps.forEach((step, i) => {
    const name = isFixed || step.model === null || step.model.startsWith('<') ? model : step.model;
    const next = !isFixed && environments[span + 1]?.from === i;
    if (next) span++;
    if (group === undefined || next || name !== model) {
      model = name;
      const own = environments[span];
      group = groupOf(groups, {
        model,
        window: own === undefined ? window : (own.window ?? null),
        // A limit that a refusal names is that of the refused step's model.
        given: own?.limit ?? (isFixed || (model === head.model && !isNamed) ? limit : null),
      });
      if (runs.at(-1)?.group !== group) runs.push({ from: i, group });
    }
    group.steps++;
    group.named = Math.max(group.named, step.limit ?? 0);
    if (step.rejected || (step.real ?? 0) <= group.accepted) return;
    group.accepted = step.real ?? 0;
    group.at = i;
  });
  if (runs.length > 0) return runs;
  return [{ from: 0, group: groupOf(groups, { model, window, given: limit }) }];
}

function groupOf(
  groups: Map<string, LimitGroup>,
  facts: Pick<LimitGroup, 'model' | 'window' | 'given'>,
): LimitGroup {
  const key = `${facts.window ?? ''} ${facts.model ?? ''}`;
  const known = groups.get(key);
  if (known !== undefined) return known;
  const group = { ...facts, steps: 0, named: 0, accepted: 0, at: 0 };
  groups.set(key, group);
  return group;
}

/** The limit of a group's steps, and the notice where an accepted request raised it. */
function groupLimit(
  { model, window, given, named, accepted, at }: LimitGroup,
  isGenerated: boolean,
): { readonly limit: Limit | null; readonly notice: Notice | null } {
  const tokens = tableLimit(model);
  const tabled: Limit | null = tokens === null ? null : { tokens, source: 'table' };
  const recorded: Limit | null = window === null ? null : { tokens: window, source: 'recording' };
  const found: Limit | null =
    named > 0 ? { tokens: named, source: 'recording' } : (recorded ?? given ?? tabled);
  // No provider accepted a scenario's requests: its limit is one of its conditions.
  const condition = isGenerated && found?.source === 'user';
  if (found === null || accepted <= found.tokens || condition)
    return { limit: found, notice: null };
  const isWindow = named === 0 && recorded !== null;
  const enough = isWindow && tabled !== null && accepted <= tabled.tokens;
  const limit = enough
    ? tabled
    : { tokens: raisedLimit(accepted, model), source: 'raised' as const };
  const before = formatInteger(found.tokens);
  const more = isWindow
    ? `the window of ${before} that the program decided by.`
    : `the limit of ${before} (${found.source}): the limit was raised.`;
  const message = `The provider accepted ${formatInteger(accepted)} tokens, more than ${more}`;
  return { limit, notice: { code: 'limit-raised', message, at: [`step ${at}`], times: 1 } };
}

/** Limits that a vendor's models have, ascending. */
const vendors: readonly (readonly [RegExp, readonly number[]])[] = [
  [/claude/, [200_000, 1_000_000]],
  [/gemini/, [1_048_576, 2_097_152]],
];
const usual: readonly number[] = [200_000, 272_000, 400_000, 1_000_000, 1_048_576, 2_000_000];

/** The vendor's next limit that is at least `accepted`; `accepted` itself above all of them. */
export function raisedLimit(accepted: number, model: string | null): number {
  const name = (model ?? '').toLowerCase();
  const limits = vendors.find(([pattern]) => pattern.test(name))?.[1] ?? usual;
  return limits.find((limit) => limit >= accepted) ?? accepted;
}
