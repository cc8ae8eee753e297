import { floatAt, intAt } from '@/lib/base/read';
import type { Replay } from '@/lib/replay/replay';
import { recordedViews } from '@/lib/replay/recorded-view';
import type { Profile } from '@/lib/tokens/profile';

/** Half-open ranges of entries, ascending. */
type Ranges = readonly (readonly [number, number])[];

/** Where a request stops to repeat the one before. */
interface Break {
  /** A summary or a rebuilt view: only the prefix and the entries before this one repeat. */
  readonly rebuilt: boolean;
  /** First entry that changed. */
  readonly entry: number;
}

/** Entries from the log's beginning on that stay in front of a rebuilt request. */
const leading = (kept: Ranges): number => (kept[0]?.[0] === 0 ? kept[0][1] : 0);

/** Steps at which a replay's request does not go on from the one before, with the place. */
function breaks(replay: Replay): ReadonlyMap<number, Break> {
  const found = new Map<number, Break>();
  const add = (step: number, rebuilt: boolean, entry: number): void => {
    const known = found.get(step);
    const first = Math.min(entry, known?.entry ?? entry);
    found.set(step, { rebuilt: rebuilt || known?.rebuilt === true, entry: first });
  };
  const { policy, columns, notes, switches, session } = replay;
  if (policy.traits.recording) {
    recordedViews(session.profile).forEach((view, index, views) => {
      if (!view.boundary) return;
      const before = new Set(views[index - 1]?.elided ?? []);
      const blanked = view.elided.find((entry) => !before.has(entry));
      const summary = view.since === view.step - 1 && view.summarised;
      add(view.step, summary, summary ? leading(view.kept) : (blanked ?? 0));
    });
    return found;
  }
  columns.compacted.forEach((compacted, step) => {
    if (compacted === 1) add(step, true, 0);
  });
  for (const { step, ranges } of notes.kept) {
    const front = leading(ranges);
    if (front > 0 && found.has(step)) found.set(step, { rebuilt: true, entry: front });
  }
  for (const { step, entry } of notes.elisions) add(step, false, entry);
  for (const { step, lose } of switches) if (lose) add(step, true, 0);
  return found;
}

/** First stripped thought of the turn before that a step's request no longer holds; −1 for none. */
function strippedFrom({ steps, thoughtSum }: Profile, step: number): number {
  const [before, turn] = [intAt(steps.turnStart, step - 1), intAt(steps.turnStart, step)];
  if (turn <= before || intAt(thoughtSum, turn) === intAt(thoughtSum, before)) return -1;
  let entry = before;
  while (entry < turn && intAt(thoughtSum, entry + 1) === intAt(thoughtSum, before)) entry++;
  return entry;
}

/**
 * Real tokens with which each step's request begins just as the one before did: what a provider's cache
 * can hold of it. A log that only grew repeats the whole request before; a compaction repeats the prefix
 * (and entries that it leaves in front); an elision or stripped thinking what stands before it.
 */
export function sharedPrompts(replay: Replay): Float64Array {
  const { columns, session } = replay;
  const { profile, projection } = session;
  const { prefix, sizes, density } = projection;
  const shared = new Float64Array(profile.stepCount);
  const places = breaks(replay);
  for (let step = 1; step < profile.stepCount; step++) {
    const before = floatAt(columns.real, step - 1);
    const added = density.value * intAt(columns.addedTokens, step - 1);
    const end = intAt(profile.steps.entries, step - 1);
    const upTo = (entry: number): number =>
      before - added - (floatAt(sizes, end) - floatAt(sizes, Math.min(end, entry)));
    const place = places.get(step);
    const stripped = strippedFrom(profile, step);
    let repeated = before - added;
    if (stripped >= 0) repeated = Math.min(repeated, upTo(stripped));
    if (place !== undefined) {
      const front = prefix + floatAt(sizes, place.entry);
      repeated = place.rebuilt ? front : Math.min(repeated, upTo(place.entry));
    }
    shared[step] = Math.max(0, Math.min(Math.round(repeated), floatAt(columns.real, step)));
  }
  return shared;
}
