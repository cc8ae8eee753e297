import { assert } from '@/lib/engine/base/assert';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { firstWhere } from '@/lib/engine/base/search';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { responseUnitsOf } from '@/lib/engine/mechanisms/messages';

const { user: USER, response: RESPONSE, call: CALL } = entryFlag;

/** Tokens: of a message, of the conversation, taken off for arguments as JSON, of an image. */
export const MESSAGE = 3.8;
export const CONVERSATION = 24;
export const JSON_ARGUMENTS = 12;
export const IMAGE = 765;
/** More than sums in double precision are off by. */
const ROUNDING = 1e-6;
/** Chars of a call's name, and of its JSON besides the argument in its quotes. */
export const NAME = 4;
export const SYNTAX = NAME + 7;

/** A log as the groups of messages that stay or go together, in tokens by Mastra's count, added as it adds them. */
interface LimiterGroups {
  readonly system: number;
  /** Of each entry. */
  readonly tokens: Float64Array;
  readonly groupOf: Int32Array;
  /** First entry of each group; the last item is the number of entries. */
  readonly starts: Int32Array;
  /** Tokens of the groups before each, one longer; none of them is less than nothing. */
  readonly before: Float64Array;
  readonly ascending: boolean;
  /** Least tokens of the groups below each node of a binary tree whose leaves are the groups. */
  readonly least: Float64Array;
}

/** By the prefix sums of the estimator that was made of them. */
const known = new WeakMap<Int32Array, LimiterGroups>();

/** The groups that an estimator of this file counts. */
export function groupsOf({ sum }: Estimator): LimiterGroups {
  const made = known.get(sum);
  assert(made !== undefined, 'the estimator is Mastra’s');
  return made;
}

function grouped(profile: Profile, prefix: number, per: number): LimiterGroups {
  const { entryCount, entries, head } = profile;
  const words = (chars: number): number => Math.ceil(chars / per);
  const tokens = new Float64Array(entryCount);
  const groupOf = new Int32Array(entryCount);
  const starts: number[] = [];
  /** The group has a call: results join it. */
  let called = false;
  for (let entry = 0; entry < entryCount; entry++) {
    const flags = byteAt(entries.flags, entry);
    const joins = called && (flags & RESPONSE) !== 0;
    if (!joins) {
      starts.push(entry);
      called = (flags & CALL) !== 0;
    }
    groupOf[entry] = starts.length - 1;
    const own =
      (flags & USER) === 0 ? modelTokens(profile, entry, words) : userTokens(profile, entry, words);
    tokens[entry] = own + IMAGE * intAt(entries.inlines, entry);
  }
  starts.push(entryCount);
  const chars = 'system'.length + 4 * (head.system ?? prefix);
  const least = leastOf(tokens, starts);
  const before = new Float64Array(starts.length);
  for (let group = 1; group < starts.length; group++) {
    before[group] = floatAt(before, group - 1) + leafOf(least, group - 1);
  }
  return {
    system: words(chars) + MESSAGE,
    tokens,
    groupOf,
    starts: Int32Array.from(starts),
    before,
    ascending: floatAt(least, 1) >= 0,
    least,
  };
}

type Words = (chars: number) => number;

/** A message of results, one of the user's, or both. */
function userTokens(profile: Profile, entry: number, words: Words): number {
  const responses = intAt(profile.entries.responses, entry);
  const results = responseUnitsOf(profile, entry);
  const text = intAt(profile.entries.units, entry) - results;
  const said = responses === 0 || text > 0 ? words('user'.length + text) + MESSAGE : 0;
  return said + (responses > 0 ? words('tool'.length + results) + MESSAGE : 0);
}

/** Reasoning, texts and calls: the first call's name belongs to the word before it. */
function modelTokens({ entries, head }: Profile, entry: number, words: Words): number {
  const thoughts = intAt(entries.thoughtUnits, entry);
  const calls = intAt(entries.calls, entry);
  const said = intAt(entries.units, entry) - thoughts;
  // A call's own chars stand beside the text's only as its tokens.
  const text = calls > 0 ? 4 * intAt(entries.kinds.text, entry) : said;
  const role = 'assistant'.length + (head.thoughts === 'stripped' ? 0 : thoughts) + text;
  if (calls === 0) return words(role) + MESSAGE;
  const rest = Math.max(1, said - text - SYNTAX * calls);
  // Two braces, a colon and a key each; the names of further calls.
  const syntax = 4 * calls + (calls - 1) * words(NAME);
  return words(role + NAME) + syntax + words(rest) + (MESSAGE - JSON_ARGUMENTS * calls);
}

/** Tokens of the entries [from, to). */
function tokensOf(tokens: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let entry = from; entry < to; entry++) sum += floatAt(tokens, entry);
  return sum;
}

function leastOf(tokens: Float64Array, starts: readonly number[]): Float64Array {
  const count = starts.length - 1;
  let leaves = 1;
  while (leaves < count) leaves *= 2;
  const least = new Float64Array(2 * leaves).fill(Infinity);
  for (let group = 0; group < count; group++) {
    least[leaves + group] = tokensOf(tokens, starts[group] ?? 0, starts[group + 1] ?? 0);
  }
  for (let node = leaves - 1; node > 0; node--) {
    least[node] = Math.min(floatAt(least, 2 * node), floatAt(least, 2 * node + 1));
  }
  return least;
}

/** The newest group before one that has at most so many tokens; −1 for none. */
function olderGroup({ least }: LimiterGroups, before: number, most: number): number {
  const leaves = least.length / 2;
  let node = leaves + before;
  // Up, to the nearest left neighbour that has one below it.
  while (node > 1 && ((node & 1) === 0 || floatAt(least, node - 1) > most)) node >>= 1;
  if (node <= 1) return -1;
  for (node--; node < leaves;) node = 2 * node + (floatAt(least, 2 * node + 1) <= most ? 1 : 0);
  return node - leaves;
}

type Ranges = readonly (readonly [number, number])[];

/** Entries that fit, as ranges from the newest on. */
export function fitting(
  groups: LimiterGroups,
  entries: number,
  limit: number,
  contiguous: boolean,
): Ranges {
  const { system, starts, before, least } = groups;
  const ranges: [number, number][] = [];
  if (system + CONVERSATION >= limit) return ranges;
  const budget = limit - system - CONVERSATION;
  const { newest, first, tokens } = surelyFitting(groups, entries, budget);
  let sum = first > newest ? 0 : tokens - floatAt(before, first);
  let end = first > newest ? entries : intAt(starts, first);
  if (first <= newest) ranges.push([end, entries]);
  for (let group = first - 1; group >= 0;) {
    const start = intAt(starts, group);
    const own = group === newest ? tokensOf(groups.tokens, start, end) : leafOf(least, group);
    if (exceeds(groups, ranges, sum + own, own, budget)) {
      if (contiguous) break;
      group = olderGroup(groups, group, budget - sum + ROUNDING);
      end = group < 0 ? 0 : intAt(starts, group + 1);
      continue;
    }
    sum += own;
    const last = ranges.length > 0 ? ranges[ranges.length - 1] : undefined;
    if (last?.[0] === end) last[0] = start;
    else ranges.push([start, end]);
    end = start;
    group--;
  }
  return ranges;
}

/** The first of the newest groups that fit whatever the rounding; the tokens of all groups. */
function surelyFitting(groups: LimiterGroups, entries: number, budget: number) {
  const { before, starts, groupOf, ascending } = groups;
  const newest = intAt(groupOf, entries - 1);
  // The newest may still wait for results.
  const own = tokensOf(groups.tokens, intAt(starts, newest), entries);
  const tokens = floatAt(before, newest) + own;
  const fits = (group: number): boolean => tokens - floatAt(before, group) <= budget - ROUNDING;
  const first = ascending ? firstWhere(0, newest + 1, fits) : newest + 1;
  return { newest, first, tokens };
}

const leafOf = (least: Float64Array, group: number): number =>
  floatAt(least, least.length / 2 + group);

/** A sum is more than the budget; where they are equal but for rounding, added as Mastra adds it. */
function exceeds(
  groups: LimiterGroups,
  ranges: Ranges,
  sum: number,
  own: number,
  budget: number,
): boolean {
  if (Math.abs(sum - budget) > ROUNDING) return sum > budget;
  const { starts, groupOf, least } = groups;
  let exact = 0;
  for (const [from, to] of ranges) {
    let group = intAt(groupOf, to - 1);
    // The newest may be there in part; the others are whole.
    if (intAt(starts, group + 1) !== to) {
      exact += tokensOf(groups.tokens, intAt(starts, group), to);
      group--;
    }
    const first = least.length / 2 + intAt(groupOf, from);
    for (let leaf = least.length / 2 + group; leaf >= first; leaf--) exact += floatAt(least, leaf);
  }
  return exact + own > budget;
}

/** Mastra's count of a whole prompt, in tokens rounded up. */
export function limiterEstimator(profile: Profile, given: number, per: number): Estimator {
  const groups = grouped(profile, given, per);
  const base = groups.system + CONVERSATION;
  const prefix = Math.ceil(base);
  const sum = new Int32Array(profile.entryCount + 1);
  let tokens = base;
  groups.tokens.forEach((own, entry) => {
    tokens += own;
    sum[entry + 1] = Math.ceil(tokens - ROUNDING) - prefix;
  });
  known.set(sum, groups);
  return {
    id: `mastra:${given}:${per}`,
    label: `chars ÷ ${per}, 3.8 a message`,
    images: '765 tokens each',
    prefix,
    sum,
    thoughtSum: new Int32Array(profile.entryCount + 1),
    text: (bytes) => Math.ceil(bytes / per),
  };
}
