/** Limits of models in place of those that the shipped table assumes: a link brings them. */
import * as z from 'zod';
import { spanAt } from '@/lib/engine/base/search';
import type { Limit, StepEnvironment } from '@/lib/engine/session/schema';
import type { Profile, ProfileHead } from '../profile';

/** By the name of a model. */
export type ModelLimits = ReadonlyMap<string, Limit>;

/** True for a limit that no recording names and no user set. */
export const isAssumed = ({ source }: Limit): boolean =>
  source !== 'recording' && source !== 'user';

/** The name of each step's model: its own, else that of the step before. */
export function modelNames({ head, steps }: Profile): readonly (string | null)[] {
  let model = head.models[steps.model.find((index) => index >= 0) ?? -1] ?? null;
  return Array.from(steps.model, (index) => (model = head.models[index] ?? model));
}

/** The limits of a session that are assumed, by model; the largest where an accepted request raised one for some steps. */
export function assumedLimits(profile: Profile): ModelLimits {
  const { head } = profile;
  const found = new Map<string, Limit>();
  modelNames(profile).forEach((model, step) => {
    const limit = spanAt(head.environments ?? [], step)?.limit ?? head.limit;
    if (model === null || limit === null || !isAssumed(limit)) return;
    if (limit.tokens > (found.get(model)?.tokens ?? 0)) found.set(model, limit);
  });
  return found;
}

/**
 * A session under other limits of its models. They replace what is assumed: never a limit that the recording
 * names or its user set, and never the window that the program decided by.
 */
export function withModelLimits(profile: Profile, given: ModelLimits): Profile {
  const limits = new Map(
    [...assumedLimits(profile)].flatMap(
      ([model, { tokens }]): readonly (readonly [string, Limit])[] => {
        const other = given.get(model);
        return other === undefined || other.tokens === tokens ? [] : [[model, other]];
      },
    ),
  );
  if (limits.size === 0) return profile;
  const { environments: _, ...rest } = profile.head;
  const names = modelNames(profile);
  const steps = names.map((model, step) => {
    const span = spanAt(profile.head.environments ?? [], step);
    const own = span?.limit ?? profile.head.limit;
    const isFree = model !== null && own !== null && isAssumed(own);
    const limit = isFree ? (limits.get(model) ?? own) : own;
    return { isMain: span?.limit === undefined, model, window: span?.window, limit };
  });
  const limit = mostOf(steps.filter(({ isMain }) => isMain)) ?? rest.limit;
  const spans: StepEnvironment[] = [];
  steps.forEach(({ window, limit: own }, from) => {
    const other = own !== null && own.tokens !== limit?.tokens ? own : undefined;
    const last = spans.at(-1);
    if (last && last.window === window && last.limit?.tokens === other?.tokens) return;
    spans.push({ from, ...(window !== undefined && { window }), ...(other && { limit: other }) });
  });
  const [only] = spans;
  const isPlain = spans.length === 1 && (only?.window ?? limit?.tokens) === limit?.tokens;
  const head: ProfileHead = { ...rest, limit, ...(!isPlain && { environments: spans }) };
  return { ...profile, head };
}

/** The limit of most steps. */
function mostOf(steps: readonly { readonly limit: Limit | null }[]): Limit | null | undefined {
  const times = new Map<Limit | null, number>();
  for (const { limit } of steps) times.set(limit, (times.get(limit) ?? 0) + 1);
  return [...times].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Most models whose limits are given at once. */
const MOST_MODELS = 20;

const TEXT = /^([1-9]\d{0,8})@([^\p{Cc}\p{Cf}]{1,200})$/u;

/** "200000@claude-opus-4-5": the limit of a model in a link. */
export const modelLimitTexts = (limits: ModelLimits): readonly string[] =>
  [...limits].slice(0, MOST_MODELS).map(([model, { tokens }]) => `${tokens}@${model}`);

/** The limits that a link brought to a session, as its address says them. */
export const linkLimits = (profile: Profile): readonly string[] =>
  modelLimitTexts(
    new Map([...assumedLimits(profile)].filter(([, { source }]) => source === 'link')),
  );

/** Reads such texts, which anyone may have written; those that are none are left out. */
export function readModelLimits(texts: readonly string[]): ModelLimits {
  return new Map(
    texts.slice(0, MOST_MODELS).flatMap((text): readonly (readonly [string, Limit])[] => {
      const [, tokens, model] = TEXT.exec(text) ?? [];
      if (tokens === undefined || model === undefined) return [];
      return [[model, { tokens: Number(tokens), source: 'link' }]];
    }),
  );
}

/** The same in a request. */
export const modelLimitsSchema = z.array(z.string().regex(TEXT)).max(MOST_MODELS).readonly();
