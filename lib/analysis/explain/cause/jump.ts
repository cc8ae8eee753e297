import { intAt } from '@/lib/base/read';
import { densityOf } from '@/lib/replay/projection/density';
import { newEntries } from './calls';
import type { CauseContext } from './context';

/** Growth of a request since the newest one whose usage the policy knows, in real tokens. */
export interface Jump {
  readonly from: number;
  readonly added: number;
  /** New entries: [from, to), their real tokens by the session's density, and what they leave unexplained. */
  readonly entries: readonly [from: number, to: number];
  readonly explained: number;
  readonly unexplained: number;
  /** No other step of the recording grew by as much. */
  readonly isLargest: boolean;
  /** The tool whose call brought it; null where no name is known. */
  readonly tool: string | null;
}

/** The growth that a step's decision did not know; null where the policy knows no usage. */
export function jumpAt(context: CauseContext): Jump | null {
  const { replay, step, lastRealStep: from, asked } = context;
  if (from < 0) return null;
  const known = replay.columns.real[from] ?? NaN;
  const added = asked - known;
  if (!(added > 0)) return null;
  const entries = newEntries(replay, step, from);
  const explained = Math.min(added, entryTokens(context, entries));
  const unexplained = added - explained;
  return {
    from,
    added,
    entries,
    explained,
    unexplained,
    isLargest: isLargest(context, added),
    tool: unexplained > explained ? callerOf(context, entries) : largestResult(context, entries),
  };
}

/** Real tokens of entries by the density that the session's ordinary growth shows. */
function entryTokens(
  { replay: { session }, step }: CauseContext,
  [from, to]: readonly [number, number],
): number {
  const { profile, projection } = session;
  const { text, tokens } = projection.charges;
  const heuristic = (text[to] ?? 0) - (text[from] ?? 0);
  const charged = (tokens[to] ?? 0) - (tokens[from] ?? 0);
  return Math.round(densityOf(profile, projection.densities, step).value * heuristic) + charged;
}

/** No growth between neighbouring requests of one run reaches `added`, this step's own aside. */
function isLargest({ replay: { session }, step }: CauseContext, added: number): boolean {
  const { real } = session.profile.steps;
  const pairs = session.projection.runs.pairs.filter(({ first }) => !first);
  return (
    pairs.length > 1 &&
    pairs.every(({ from, to }) => to === step || intAt(real, to) - intAt(real, from) < added)
  );
}

/**
 * Of the tools called between two requests, the one that was called most often where something joined
 * the prefix; of equals the first. Null without names.
 */
function callerOf(context: CauseContext, entries: readonly [number, number]): string | null {
  const { calls } = context.subject;
  if (calls === undefined) return null;
  const times = new Map<string, number>();
  for (const step of joinedSteps(context)) {
    for (const name of new Set(namesIn(calls, newEntries(context.replay, step)))) {
      times.set(name, (times.get(name) ?? 0) + 1);
    }
  }
  const names = namesIn(calls, entries);
  return names.reduce<string | null>(
    (best, name) =>
      best === null || (times.get(name) ?? 0) > (times.get(best) ?? 0) ? name : best,
    null,
  );
}

const namesIn = (
  calls: (entry: number) => readonly string[],
  [from, to]: readonly [number, number],
): readonly string[] => {
  const names: string[] = [];
  for (let entry = from; entry < to; entry++) names.push(...calls(entry));
  return names;
};

/** Most steps at which something joined that are looked at for names. */
const MOST_JOINED = 8;

/** Steps at which something joined the prefix, the newest first. */
function joinedSteps({ replay: { session } }: Pick<CauseContext, 'replay'>): readonly number[] {
  const { joined } = session.projection;
  const steps: number[] = [];
  for (let i = joined.length - 1; i >= 0 && steps.length < MOST_JOINED; i--) {
    if ((joined[i] ?? 0) > (joined[i - 1] ?? 0)) steps.push(i);
  }
  return steps;
}

/** The tool whose result is the largest of the new entries; null without a name for its call. */
function largestResult(
  { replay, subject: { calls } }: CauseContext,
  [from, to]: readonly [number, number],
): string | null {
  const { entries, callOf } = replay.session.profile;
  let best = -1;
  for (let entry = from; entry < to; entry++) {
    if (intAt(entries.kinds.response, entry) > (entries.kinds.response[best] ?? 0)) best = entry;
  }
  const [name] = best < 0 || calls === undefined ? [] : calls(callOf[best] ?? -1);
  return name ?? null;
}

/** Ranges of entries whose calls name what a step's growth came with; half-open. */
export function namedEntries(
  replay: Pick<CauseContext, 'replay'>['replay'],
  step: number,
): readonly (readonly [from: number, to: number])[] {
  const steps = new Set([step, ...joinedSteps({ replay })]);
  return [...steps].map((one) => newEntries(replay, one)).filter(([from, to]) => to > from);
}
