import { sizedReal } from '@/lib/analysis/explain/request/sized-real';
import { intAt, numberAt, sumBetween } from '@/lib/engine/base/read';
import { EntryParts, partKey, type EntryPart } from '@/lib/analysis/explain/growth/entry-parts';
import { logSizes } from '@/lib/analysis/explain/growth/log-sizes';
import { NamedEntries } from '@/lib/analysis/explain/growth/named-entries';
import { densityAt } from '@/lib/analysis/explain/growth/session-growth';
import { aroundEntries } from '@/lib/analysis/explain/request/request-sizes';
import { elidedTokens, entryRanges, type EntryRange } from '@/lib/analysis/explain/request-ranges';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import type { ToolNames } from '@/lib/engine/tokens/text/tool-names';
import { wholeParts } from './whole-parts';

/** Kinds of parts of a request. */
export type PartKind =
  'prefix' | 'joined' | 'head' | 'summary' | 'added' | EntryPart['kind'] | 'rest';

/** A part of a request, the same at every step of a session. */
export interface CompositionPart {
  readonly kind: PartKind;
  /** The tool of a part of results; null for every other part. */
  readonly tool: string | null;
  /** Name for readers. */
  readonly name: string;
  /** Name of the colour: that of the request's entries. */
  readonly color: string;
  /** Its tokens were sent, but what they stand for is not in the recording. */
  readonly unrecorded: boolean;
}

/** Name of a part in an address, as the request's tab has it. */
export const compositionKey = ({ kind, tool }: Pick<CompositionPart, 'kind' | 'tool'>): string =>
  tool === null ? kind : `${kind}:${tool}`;

/** One step's request as sent, part by part in the order of {@link Composer.parts}. */
export interface Composition {
  /** Whole tokens; they add up to `real`. The last, what no part explains, may be below 0. */
  readonly values: readonly number[];
  readonly real: number;
}

const plain = (
  kind: PartKind,
  name: string,
  color: string,
  unrecorded = false,
): CompositionPart => ({
  ...{ kind, name, color, unrecorded },
  tool: null,
});

/** From this difference on a rest is tokens, not rounding. */
const LEAST_REST = 1.5;
/** Number of parts around the entries, which stand before theirs. */
const AROUND = 5;

const names: Readonly<Record<Exclude<EntryPart['kind'], 'result'>, string>> = {
  image: 'images',
  call: 'calls',
  thinking: 'thinking',
  user: 'user text',
  context: 'context',
  model: 'model text',
  other: 'other',
};

/**
 * Takes the requests of one session's replays apart, part by part, in time that does not grow with the
 * log. The sizes are those of the request's entries and of the ledger's growth.
 */
export class Composer {
  /** From the bottom of a stack to its top; the last is what no other part explains. */
  readonly parts: readonly CompositionPart[];
  readonly #session: Replayable;
  readonly #entries: EntryParts;
  readonly #parts: readonly SummedPart[];

  /** `tools` names results; without it they are one part. */
  constructor(session: Replayable, tools: ToolNames | null) {
    const { profile } = session;
    this.#session = session;
    this.#entries = new EntryParts(profile, new NamedEntries(profile, tools));
    const sums = sumsOf(session, this.#entries);
    const kinds = entryKinds(this.#entries).flatMap((part) => {
      const own = sums.get(partKey(keyOf(part)));
      return own === undefined ? [] : [{ part, key: partKey(keyOf(part)), sums: own }];
    });
    this.#parts = kinds;
    this.parts = [
      plain('prefix', 'prefix', 'prefix', !knowsPrefix(session)),
      plain('head', 'before the recording', 'prefix', true),
      plain('joined', 'joined the prefix', 'joined', true),
      plain('summary', 'summary', 'summary'),
      plain('added', 'added by the policy', 'summary'),
      ...kinds.map(({ part }) => part),
      plain('rest', 'not in the recording', 'other', true),
    ];
  }

  /** The request of a step as sent. `replay` is of this session. */
  at(replay: Replay, step: number): Composition {
    const real = Math.trunc(sizedReal(replay, step));
    const { prefix, head, joined, summary, added } = aroundEntries(replay, step);
    const grown = joined.reduce((sum, { tokens }) => sum + tokens, 0);
    const sizes = [prefix, head, grown, summary, added, ...this.#parts.map(() => 0)];
    const ranges = entryRanges(replay, step).filter(({ fate }) => fate === 'sent');
    const turn = intAt(this.#session.profile.steps.turnStart, step);
    this.#parts.forEach(({ sums }, i) => (sizes[AROUND + i] = sentOf(sums, ranges, turn)));
    this.#takeElided(replay, step, { ranges, turn, sizes });
    const known = sizes.reduce((sum, size) => sum + size, 0);
    const isWhole = Math.abs(real - known) < LEAST_REST;
    const values = wholeParts(sizes, isWhole ? real : Math.round(known));
    return { values: [...values, real - values.reduce((sum, value) => sum + value, 0)], real };
  }

  /** Takes what was shortened or blanked out of the entries that are sent. */
  #takeElided(replay: Replay, step: number, { ranges, turn, sizes }: Sent): void {
    const { notes, policy, session, form } = replay;
    const recorded = session.profile.head.compactions.some(({ kind }) => kind === 'elision');
    if (policy.traits.recording ? !recorded : notes.elisions.length === 0) return;
    const { sum } = form.estimator;
    for (const [entry, lost] of elidedTokens(replay, step)) {
      if (!ranges.some(({ from, to }) => entry >= from && entry < to)) continue;
      const whole = intAt(sum, entry + 1) - intAt(sum, entry);
      const key = partKey(this.#entries.of(entry));
      const part = this.#parts.findIndex((one) => one.key === key);
      const sums = this.#parts[part]?.sums;
      if (whole <= 0 || sums === undefined) continue;
      const own = sentOf(sums, [{ from: entry, to: entry + 1 }], turn);
      sizes[AROUND + part] = (sizes[AROUND + part] ?? 0) - own * Math.min(1, lost / whole);
    }
  }
}

/** What a request holds of the entries, while it is taken apart. */
interface Sent {
  readonly ranges: readonly EntryRange[];
  readonly turn: number;
  readonly sizes: number[];
}

/** A part of entries, with prefix sums of their sizes and of the thoughts in them. */
interface SummedPart {
  readonly key: string;
  readonly sums: Sums;
}

interface Sums {
  readonly sizes: Float64Array;
  readonly thoughts: Float64Array;
}

/** The part of entries that a part of a request is. */
const keyOf = ({ kind, tool }: CompositionPart): EntryPart => ({
  kind: kind as EntryPart['kind'],
  tool,
});

/** Parts of entries in the order of the stack: results by tool, the other results, then the rest. */
function entryKinds({ tools }: EntryParts): readonly CompositionPart[] {
  const own = tools.map((tool, i) => ({
    ...plain('result', tool, `tool-${i + 1}`),
    tool,
  }));
  const others = plain('result', own.length === 0 ? 'results' : 'other results', 'results');
  const rest = Object.entries(names).map(([kind, name]) => plain(kind as PartKind, name, kind));
  return [...own, others, ...rest];
}

/** Most of the prefix is text of the recording, or of the user's. */
function knowsPrefix(session: Replayable): boolean {
  const { prefix } = logSizes(session);
  return 2 * densityAt(session, 0) * session.prefixTokens >= prefix;
}

function sumsOf(session: Replayable, parts: EntryParts): ReadonlyMap<string, Sums> {
  const { entryCount } = session.profile;
  const sums = new Map<string, Sums>();
  const last = Math.max(0, session.profile.stepCount - 1);
  let step = 0;
  for (let entry = 0; entry < entryCount; entry++) {
    while (step < last && intAt(session.profile.steps.entries, step) <= entry) step++;
    const key = partKey(parts.of(entry));
    const own = sums.get(key) ?? {
      sizes: new Float64Array(entryCount + 1),
      thoughts: new Float64Array(entryCount + 1),
    };
    sums.set(key, own);
    const { size, thoughts } = entrySize(session, entry, densityAt(session, step));
    own.sizes[entry + 1] = size;
    own.thoughts[entry + 1] = thoughts;
  }
  for (const own of sums.values()) {
    addUp(own.sizes);
    addUp(own.thoughts);
  }
  return sums;
}

/**
 * An entry's size as the ledger's growth has it, and its thoughts' that the source strips later; not
 * rounded, so that a part's error does not grow with its entries.
 */
function entrySize(session: Replayable, entry: number, density: number) {
  const { profile, projection } = session;
  const { charges } = projection;
  const thoughts = density * sumBetween(profile.thoughtSum, entry, entry + 1);
  // Inline data of unknown cost has what its step's growth left to it.
  if (sumBetween(charges.unknown, entry, entry + 1) > 0) {
    const log = logSizes(session);
    return { size: intAt(log.entries, entry), thoughts: intAt(log.thoughts, entry) };
  }
  const charged = numberAt(charges.tokens, entry + 1) - numberAt(charges.tokens, entry);
  return {
    size: density * sumBetween(charges.text, entry, entry + 1) + thoughts + charged,
    thoughts,
  };
}

/** A part's share of the entries that are sent: thoughts before the running turn were stripped. */
function sentOf(
  { sizes, thoughts }: Sums,
  ranges: readonly Pick<EntryRange, 'from' | 'to'>[],
  turn: number,
): number {
  const between = (column: Float64Array, from: number, to: number): number =>
    (column[to] ?? 0) - (column[from] ?? 0);
  return ranges.reduce((sum, { from, to }) => {
    const stripped = between(thoughts, from, Math.max(from, Math.min(to, turn)));
    return sum + between(sizes, from, to) - stripped;
  }, 0);
}

/** Turns values into the sums of all up to each. */
function addUp(values: Float64Array): void {
  for (let i = 1; i < values.length; i++) values[i] = (values[i] ?? 0) + (values[i - 1] ?? 0);
}
