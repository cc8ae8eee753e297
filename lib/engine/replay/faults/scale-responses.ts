import type { SizeFault } from './faults';
import { intAt, numberAt, sumBetween } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import { densityOf } from '../projection/density';
import { textShare } from '../projection/entry-share';
import { grain } from '../projection/grain';
import type { Projection } from '../projection/projection';
import { keptSum } from '../recorded-view';
import type { Replayable } from '../prepare';
import { requestBase, SessionRequests } from '../requests';

/** `map[result:` and `]` around the text of a printed response, which keep their size. */
const PRINTED = 12;

/** Result of sizing an entry's tool responses anew. */
export interface ScaledResponse {
  readonly fault: SizeFault;
  /** Heuristic tokens of its responses, before and after. */
  readonly before: number;
  readonly after: number;
  /** True if it differs from the recording. */
  readonly changed: boolean;
  /** First step whose request holds the entry; −1 if none does. */
  readonly step: number;
}

/** A session with other tool responses. */
interface SessionAfterScale {
  readonly session: Replayable;
  readonly scaled: readonly ScaledResponse[];
}

/** An entry's change in tokens; `bytes` where a response prints another number of bytes. */
interface Change {
  readonly entry: number;
  readonly bytes: boolean;
  readonly heuristic: number;
  readonly ceiled: number;
  readonly units: number;
  readonly real: number;
}

/**
 * The session with the tool responses of some entries at another size: every response of an entry
 * prints trunc(bytes × factor) bytes, or what is left of them by a cut; a factor of 0 removes names
 * too. The entry stays. Its real
 * size changes in proportion to its heuristic; a generated session uses its ratio. Everything
 * before the first request that holds such an entry is unchanged.
 */
export function scaleResponses(
  session: Replayable,
  faults: readonly SizeFault[],
): SessionAfterScale {
  const { profile, prefixTokens, projection } = session;
  const newest = new Map(faults.map((fault) => [fault.entry, fault]));
  const response = profile.entries.kinds.response.slice();
  const sizes = responseColumns(profile);
  const changes: Change[] = [];
  const scaled: ScaledResponse[] = [];
  for (const [entry, fault] of [...newest].sort(([a], [b]) => a - b)) {
    if (entry >= profile.entryCount) continue;
    const before = intAt(response, entry);
    const change = changeOf(session, fault, sizes);
    const step = profile.steps.entries.findIndex((held) => held > entry);
    const after = before + change.heuristic;
    const changed = change.bytes || after !== before;
    response[entry] = after;
    scaled.push({ fault, before, after, changed, step });
    if (changed) changes.push(change);
  }
  if (changes.length === 0) return { session, scaled };
  const ceiled = profile.entries.ceiled.slice();
  const units = profile.entries.units.slice();
  for (const change of changes) {
    const { entry } = change;
    ceiled[entry] = intAt(ceiled, entry) + change.ceiled;
    units[entry] = intAt(units, entry) + change.units;
  }
  const kinds = { ...profile.entries.kinds, response };
  const changed: Profile = {
    ...profile,
    entries: { ...profile.entries, kinds, ceiled, units, ...sizes },
    sum: shifted(profile.sum, changes, 'heuristic'),
  };
  const sized = resized(projection, changed, changes);
  const base = requestBase(changed, prefixTokens, sized);
  const reported = { ...base, reported: session.base.reported };
  const { wrapperBytes } = session.requests;
  const estimator = referenceEstimator(changed, prefixTokens);
  const requests = new SessionRequests(reported, { estimator, wrapperBytes });
  return {
    session: { ...session, profile: changed, projection: sized, base: reported, requests },
    scaled,
  };
}

/** The columns of responses that change, to be written to. */
function responseColumns({ entries }: Profile) {
  return {
    responseBytes: entries.responseBytes.slice(),
    responseUnits: entries.responseUnits.slice(),
    responseWide: entries.responseWide.slice(),
  };
}

/** Printed bytes of a response under a fault. */
const sizeUnder = (fault: SizeFault, bytes: number): number =>
  fault.kind === 'truncate' ? Math.min(bytes, fault.bytes) : Math.trunc(bytes * fault.factor);

/** Scales the columns' part of the entry; returns the change of the entry. */
function changeOf(
  { profile, projection }: Replayable,
  fault: SizeFault,
  { responseBytes: bytes, responseUnits, responseWide }: ReturnType<typeof responseColumns>,
): Change {
  const { entry } = fault;
  const removed = fault.kind === 'response' && fault.factor === 0;
  const before = intAt(profile.entries.kinds.response, entry);
  let heuristic = 0;
  let ceiled = 0;
  let units = 0;
  let floors = 0;
  let changed = false;
  const end = intAt(profile.responseStart, entry + 1);
  for (let k = intAt(profile.responseStart, entry); k < end; k++) {
    const was = intAt(bytes, k);
    const is = sizeUnder(fault, was);
    bytes[k] = is;
    changed ||= is !== was;
    floors += was >> 2;
    heuristic += (is >> 2) - (was >> 2);
    ceiled += Math.ceil(is / 4) - Math.ceil(was / 4);
    const text =
      was > PRINTED ? Math.max(0, is - PRINTED) / (was - PRINTED) : is / Math.max(1, was);
    const written = intAt(responseUnits, k);
    responseUnits[k] = Math.round(written * text);
    responseWide[k] = Math.round(intAt(responseWide, k) * text);
    units += intAt(responseUnits, k) - written;
  }
  if (removed) {
    // Removes the names too.
    ceiled = Math.max(-intAt(profile.entries.ceiled, entry), ceiled - (before - floors));
    heuristic = -before;
  }
  const real = realChange(profile, projection, entry, heuristic);
  return { entry, bytes: changed, heuristic, ceiled, units, real };
}

/** Real tokens an entry gains with `tokens` heuristic tokens of response. */
function realChange(
  profile: Profile,
  projection: Projection,
  entry: number,
  tokens: number,
): number {
  const { charges, densities } = projection;
  const { steps, stepCount } = profile;
  const hasText = sumBetween(charges.text, entry, entry + 1) > 0;
  if (hasText) return textShare(profile, projection, entry, tokens);
  const first = steps.entries.findIndex((held) => held > entry);
  const step = first < 0 ? stepCount - 1 : first;
  return step < 0 ? 0 : grain(densityOf(profile, densities, step).value * tokens);
}

/** Prefix sums over entries after the changes. */
function shifted<T extends Int32Array | Float64Array>(
  sums: T,
  changes: readonly Change[],
  of: 'heuristic' | 'real',
): T {
  const out = sums.slice() as T;
  let more = 0;
  changes.forEach((change, k) => {
    more += change[of];
    const end = changes[k + 1]?.entry ?? out.length - 1;
    for (let i = change.entry + 1; i <= end; i++) out[i] = numberAt(sums, i) + more;
  });
  return out;
}

/** The projection after the changes; densities, prefix and hidden growth stay. */
function resized(projection: Projection, profile: Profile, changes: readonly Change[]): Projection {
  const { byDensity, views, runs, charges } = projection;
  const sizes = shifted(projection.sizes, changes, 'real');
  const dense = changes.filter(
    ({ entry }) => intAt(byDensity, entry + 1) > intAt(byDensity, entry),
  );
  const before = shifted(new Int32Array(profile.entryCount + 1), changes, 'heuristic');
  const visible = runs.visible.map(
    (tokens, i) => tokens + intAt(before, intAt(profile.steps.entries, i)),
  );
  return {
    ...projection,
    sizes,
    byDensity: shifted(byDensity, dense, 'heuristic'),
    charges: { ...charges, text: shifted(charges.text, changes, 'heuristic') },
    runs: { ...runs, visible },
    views: views.map((view) => ({
      ...view,
      offset: view.offset + keptSum(view, sizes) - keptSum(view, projection.sizes),
    })),
  };
}
