/** What recordings prove of a model's limit, for the other sessions of the same model. */
import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { spanAt } from '@/lib/engine/base/search';
import type { Limit } from '@/lib/engine/session/schema';
import { stepFlag, type Profile, type ProfileHead } from '../profile';
import { raisedLimit, tableLimit } from './limits';

/** A limit that a recording proves for a model. */
export interface ProvenLimit {
  readonly model: string;
  readonly limit: Limit;
  /** The refusal that names it, or the largest request that was accepted. */
  readonly by: 'refusal' | 'request';
  readonly tokens: number;
}

/**
 * The limits that some recordings prove beside the table's: what a refusal names, else what an accepted request
 * above the table's asks for. A limit that a user set, or that a program wrote as its window, proves nothing.
 */
export function provenLimits(profiles: Iterable<Profile>): ReadonlyMap<string, ProvenLimit> {
  const named = new Map<string, number>();
  const accepted = new Map<string, number>();
  const most = (into: Map<string, number>, model: string, tokens: number): void => {
    into.set(model, Math.max(tokens, into.get(model) ?? 0));
  };
  for (const { head, steps, stepCount } of profiles) {
    if (head.generated) continue;
    for (let step = 0; step < stepCount; step++) {
      const model = head.models[intAt(steps.model, step)];
      if (model === undefined) continue;
      if (intAt(steps.limit, step) > 0) most(named, model, intAt(steps.limit, step));
      const refused = ((steps.flags[step] ?? 0) & stepFlag.rejected) !== 0;
      if (!refused) most(accepted, model, intAt(steps.real, step));
    }
  }
  const proven = new Map<string, ProvenLimit>();
  for (const model of new Set([...named.keys(), ...accepted.keys()])) {
    const one = provenOf(model, named.get(model) ?? 0, accepted.get(model) ?? 0);
    if (one !== null) proven.set(model, one);
  }
  return proven;
}

function provenOf(model: string, named: number, accepted: number): ProvenLimit | null {
  const tabled = tableLimit(model);
  // What was accepted overrules a refusal of another day, or of another plan.
  if (named > 0 && named >= accepted) {
    const limit = { tokens: named, source: 'recording' } as const;
    return named === tabled ? null : { model, limit, by: 'refusal', tokens: named };
  }
  if (tabled === null || accepted <= tabled) return null;
  const limit = { tokens: raisedLimit(accepted, model), source: 'raised' } as const;
  return { model, limit, by: 'request', tokens: accepted };
}

/** A limit that only the table says. */
const isTabled = (limit: Limit | null | undefined): boolean =>
  limit === null || limit?.source === 'table';

/** The session under what others prove of its models; the same where the table's limits hold. */
export function withProvenLimits(
  profile: Profile,
  proven: ReadonlyMap<string, ProvenLimit>,
): Profile {
  const { head } = profile;
  if (head.generated || proven.size === 0) return profile;
  const limit = provenFor(head.limit, mainModel(profile), proven);
  const environments = head.environments?.map((one) => {
    if (one.limit === undefined || !isTabled(one.limit)) return one;
    const model = head.models[intAt(profile.steps.model, one.from)];
    return { ...one, limit: provenFor(one.limit, model, proven) ?? one.limit };
  });
  const same = environments?.every((one, i) => one === head.environments?.[i]) ?? true;
  if (limit === head.limit && same) return profile;
  const changed: ProfileHead = { ...head, limit, ...(environments && { environments }) };
  return { ...profile, head: changed };
}

const provenFor = (
  limit: Limit | null,
  model: string | undefined,
  proven: ReadonlyMap<string, ProvenLimit>,
): Limit | null =>
  isTabled(limit) && model !== undefined ? (proven.get(model)?.limit ?? limit) : limit;

/** The model of most of the steps whose limit is the session's. */
function mainModel({ head, steps, stepCount }: Profile): string | undefined {
  const times = new Map<number, number>();
  for (let step = 0; step < stepCount; step++) {
    if (spanAt(head.environments ?? [], step)?.limit !== undefined) continue;
    const model = intAt(steps.model, step);
    times.set(model, (times.get(model) ?? 0) + 1);
  }
  const [best] = [...times].sort((a, b) => b[1] - a[1])[0] ?? [];
  return best === undefined ? undefined : head.models[best];
}

/** "claude-x: a session was accepted at 450,000 tokens, so 3 others are judged by 1,000,000, not by the table's 200,000." */
export function provenWords({ model, limit, by, tokens }: ProvenLimit, others: number): string {
  const n = formatInteger;
  const tabled = tableLimit(model);
  const shown =
    by === 'refusal'
      ? `a refusal names a limit of ${n(tokens)}`
      : `a request of ${n(tokens)} tokens was accepted`;
  const instead = tabled === null ? '' : `, not by the table’s ${n(tabled)}`;
  const who = others === 1 ? '1 other session is' : `${n(others)} other sessions are`;
  return `${model}: ${shown}, so ${who} judged by ${n(limit.tokens)}${instead}.`;
}
