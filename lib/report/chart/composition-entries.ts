import { byteAt, floatAt, intAt, numberAt, sumBetween } from '@/lib/base/read';
import type { Replayable } from '@/lib/replay/prepare';
import { entryFlag } from '@/lib/tokens/entry-table';
import type { Profile } from '@/lib/tokens/profile';
import type { ToolNames } from '@/lib/tokens/tool-names';

/** Kinds of parts of a request; those from `result` on are of entries. */
export type PartKind =
  | 'prefix'
  | 'joined'
  | 'summary'
  | 'added'
  | 'result'
  | 'image'
  | 'call'
  | 'thinking'
  | 'user'
  | 'context'
  | 'model'
  | 'other'
  /** What no other part explains; below 0 where tokens left without a record. */
  | 'rest';

/** Parts of a log's entries and their sizes. */
export interface EntryParts {
  readonly parts: readonly { readonly kind: PartKind; readonly name: string }[];
  /** Prefix sums over entries by part: real tokens, or heuristic ones where the session has a ratio. */
  readonly sums: readonly Float64Array[];
}

/** Tools whose results are parts of their own. */
const MOST_TOOLS = 4;

const names: Readonly<Partial<Record<PartKind, string>>> = {
  image: 'images',
  call: 'calls',
  thinking: 'thinking',
  user: 'user text',
  context: 'instructions',
  model: 'model text',
  other: 'other',
};

/**
 * Splits every entry's size (`sizes`: prefix sums) among its parts, in the proportion of their
 * heuristic.
 */
export function entryParts(
  session: Replayable,
  tools: ToolNames | null,
  sizes: Float64Array,
): EntryParts {
  const { profile } = session;
  const byTool = new Map<number, Float64Array>();
  const byKind = new Map<PartKind, Float64Array>();
  const columnIn = <Key>(map: Map<Key, Float64Array>, key: Key): Float64Array => {
    const known = map.get(key) ?? new Float64Array(profile.entryCount + 1);
    map.set(key, known);
    return known;
  };
  for (let entry = 0; entry < profile.entryCount; entry++) {
    for (const [kind, size] of sharesOf(session, sizes, entry)) {
      if (kind !== 'result') {
        const column = columnIn(byKind, kind);
        column[entry + 1] = floatAt(column, entry + 1) + size;
        continue;
      }
      for (const [tool, share] of resultShares(profile, tools, entry)) {
        const column = columnIn(byTool, tool);
        column[entry + 1] = floatAt(column, entry + 1) + size * share;
      }
    }
  }
  const results = namedResults(byTool, tools);
  const others = Object.entries(names).flatMap(([kind, name]) => {
    const column = byKind.get(kind as PartKind);
    // Stripped thoughts are in no entry's size: their part is there for the running turn's.
    const stays = kind === 'thinking' && profile.head.thoughts === 'stripped';
    if (column === undefined && !stays) return [];
    const values = column ?? new Float64Array(profile.entryCount + 1);
    return [{ kind: kind as PartKind, name, values }];
  });
  const all = [...results, ...others];
  for (const { values } of all) addUp(values);
  return {
    parts: all.map(({ kind, name }) => ({ kind, name })),
    sums: all.map(({ values }) => values),
  };
}

/** An entry's size by kind of part: images at what they are charged, the rest by heuristic. */
function sharesOf(
  { profile, projection }: Replayable,
  sizes: Float64Array,
  entry: number,
): readonly (readonly [PartKind, number])[] {
  const { kinds, flags } = profile.entries;
  const generated = profile.steps.ratio !== null;
  const { charges } = projection;
  const flag = byteAt(flags, entry);
  const speaker = (flag & entryFlag.user) === 0 ? 'model' : userKind(flag);
  const stripped = profile.head.thoughts === 'stripped';
  const weights: readonly (readonly [PartKind, number])[] = [
    [speaker, intAt(kinds.text, entry)],
    ['thinking', stripped ? 0 : intAt(kinds.thought, entry)],
    ['call', intAt(kinds.call, entry)],
    ['result', intAt(kinds.response, entry)],
    ['other', intAt(kinds.other, entry)],
  ];
  const inline = intAt(kinds.inline, entry);
  if (generated) return [...weights, ['image', inline] as const].filter(([, size]) => size > 0);
  const size = floatAt(sizes, entry + 1) - floatAt(sizes, entry);
  const counted =
    sumBetween(profile.sum, entry, entry + 1) - sumBetween(charges.text, entry, entry + 1);
  const charged = numberAt(charges.tokens, entry + 1) - numberAt(charges.tokens, entry);
  const images = Math.min(size, charged);
  const all = [...weights, ['image', inline - counted] as const].filter(([, weight]) => weight > 0);
  const total = all.reduce((sum, [, weight]) => sum + weight, 0);
  const left = size - images;
  // Without a heuristic to share by it is the speaker's, or an image's where there is nothing else.
  if (total === 0)
    return [
      ['image', images],
      [images > 0 ? 'image' : speaker, left],
    ];
  const shares = all.map(([kind, weight]) => [kind, (left * weight) / total] as const);
  return images > 0 ? [...shares, ['image', images]] : shares;
}

const userKind = (flag: number): PartKind =>
  (flag & entryFlag.context) === 0 ? 'user' : 'context';

/** Shares of an entry's results by the number of their tool; −1 for one without a name. */
function resultShares(
  { responseStart, entries }: Profile,
  tools: ToolNames | null,
  entry: number,
): ReadonlyMap<number, number> {
  const from = intAt(responseStart, entry);
  const to = intAt(responseStart, entry + 1);
  const shares = new Map<number, number>();
  if (tools === null || to === from) return shares.set(-1, 1);
  let total = 0;
  for (let i = from; i < to; i++) total += intAt(entries.responseBytes, i);
  for (let i = from; i < to; i++) {
    const tool = tools.results[i] ?? -1;
    const share = total === 0 ? 1 / (to - from) : intAt(entries.responseBytes, i) / total;
    shares.set(tool, (shares.get(tool) ?? 0) + share);
  }
  return shares;
}

/** The largest tools' results as parts of their own, the others as one. */
function namedResults(byTool: ReadonlyMap<number, Float64Array>, tools: ToolNames | null) {
  const sized = [...byTool].map(([tool, values]) => ({
    tool,
    values,
    total: values.reduce((sum, size) => sum + size, 0),
  }));
  const named = sized
    .filter(({ tool }) => tool >= 0)
    .sort((a, b) => b.total - a.total || a.tool - b.tool);
  const own = named.slice(0, MOST_TOOLS);
  const others = sized.filter((one) => !own.includes(one));
  const part = (name: string, values: Float64Array) => ({ kind: 'result' as const, name, values });
  return [
    ...own.map(({ tool, values }) => part(tools?.names[tool] ?? 'results', values)),
    ...(others.length === 0
      ? []
      : [part(own.length === 0 ? 'results' : 'other results', added(others))]),
  ];
}

function added(columns: readonly { readonly values: Float64Array }[]): Float64Array {
  const [first, ...more] = columns.map(({ values }) => values);
  const sum = Float64Array.from(first ?? []);
  for (const values of more) values.forEach((value, i) => (sum[i] = floatAt(sum, i) + value));
  return sum;
}

/** Turns values into the sums of all up to each. */
function addUp(values: Float64Array): void {
  for (let i = 1; i < values.length; i++) values[i] = floatAt(values, i) + floatAt(values, i - 1);
}
