/**
 * What a mapping leaves out: how much of the text in the records reaches a session, and whether what it
 * takes for counts can be counts of these requests.
 */
import { formatInteger } from '@/lib/engine/base/format';
import { utf8Length } from '@/lib/engine/base/utf8';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Entry } from '@/lib/engine/session/schema';
import { normalizeUsage } from '@/lib/engine/tokens/usage/normalize-usage';
import { partSizes } from '@/lib/engine/tokens/contextguard';
import { fieldsOf } from '../mechanisms/loose-json';
import { decoded } from '../mechanisms/messages/json-text';
import { pathKey } from './path';

/** Below this share of the text a mapping is said to be incomplete. */
export const ENOUGH = 0.95;

/** Most bytes of text that a token stands for: a count below is not of the whole request. */
const MOST_BYTES_A_TOKEN = 16;

/** Tokens that two messages may take beside their texts. */
const MESSAGE_TOKENS = 64;

/** Most texts of a record that are searched for within longer ones. */
const MOST_SEARCHES = 400;

/** Values without a space are names, ids, times, addresses, bytes; text has one, or signs beyond Latin. */
const TEXT = /\s|[^\u0000-\u024f]/;

const TIME = /^\d{4}-\d\d-\d\d[ T][\d:.,]+ ?[A-Z+\d:-]*$/;

/** Text that is left out under one path. */
interface LeftOut {
  readonly path: string;
  readonly bytes: number;
}

/** The account of a mapping. */
export interface MappingAccount {
  /** Bytes of text in the records, and of those that reach a session. */
  readonly text: number;
  readonly read: number;
  /** What is left out, most bytes first. */
  readonly left: readonly LeftOut[];
  /** Records of counts found in the records, and those that a step has. */
  readonly usages: number;
  readonly counted: number;
  /** What cannot be right, a sentence each. */
  readonly faults: readonly string[];
}

/** Collects the account while records are read. */
export class Accountant {
  #text = 0;
  #read = 0;
  readonly #left = new Map<string, number>();
  #usages = 0;
  /** Totals in the record that is being read: products repeat the counts of a call. */
  readonly #totals = new Set<number>();
  #counted = 0;
  readonly #faults: string[] = [];
  readonly #bytes = new Map<number, number>();
  #empty = 0;
  /** Paths of numbers that are named after tokens. */
  readonly #named = new Set<string>();
  #calls = 0;
  #answers = 0;

  /** Takes a stored entry: its size, and whether its results hold anything. */
  entry(ref: number, { parts }: Entry): void {
    let bytes = 0;
    for (const part of parts) {
      // What a picture costs is not told by its bytes.
      if (part.kind === 'inline') continue;
      for (const size of partSizes(part)) bytes += size;
      if (part.kind === 'call') this.#calls++;
      if (part.kind !== 'response') continue;
      this.#answers++;
      const result = fieldsOf(part.response)?.['result'] ?? part.response;
      if (result === '' || JSON.stringify(result) === '{}') this.#empty++;
    }
    this.#bytes.set(ref, bytes);
  }

  /** Takes a record and everything that was read of it. */
  record(value: unknown, read: unknown): void {
    const texts = new Set<string>();
    collect(read, texts);
    let joined: string | null = null;
    let searches = 0;
    const holds = (text: string): boolean => {
      if (texts.has(text)) return true;
      if (searches++ >= MOST_SEARCHES) return false;
      joined ??= [...texts].join('\n');
      return joined.includes(text);
    };
    this.#totals.clear();
    this.#walk(value, [], holds);
    this.#usages += this.#totals.size;
  }

  #walk(value: unknown, keys: readonly string[], holds: (text: string) => boolean): void {
    if (typeof value === 'string') return this.#leaf(value, keys, holds);
    if (typeof value === 'number' && value > 0 && /tok|usage/i.test(keys.slice(-2).join('.'))) {
      if (this.#named.size < 4) this.#named.add(keys.join('.'));
    }
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) this.#walk(item, [...keys, '*'], holds);
      return;
    }
    const fields = fieldsOf(value);
    if (fields === null) return;
    const total = totalIn(fields);
    if (total !== null) this.#totals.add(total);
    for (const [key, inner] of Object.entries(fields)) {
      // A usage record may list its requests one by one.
      if (key === 'iterations') continue;
      this.#walk(inner, [...keys, pathKey(key)], holds);
    }
  }

  #leaf(text: string, keys: readonly string[], holds: (text: string) => boolean): void {
    const inner = decoded(text);
    if (typeof inner === 'object' && inner !== null && !holds(text)) {
      return this.#walk(inner, keys, holds);
    }
    if (!TEXT.test(text) || TIME.test(text)) return;
    const bytes = utf8Length(text);
    this.#text += bytes;
    if (holds(text)) this.#read += bytes;
    else {
      const path = keys.join('.');
      this.#left.set(path, (this.#left.get(path) ?? 0) + bytes);
    }
  }

  /** Takes a finished session: counts that fall, and that are too small for what was sent. */
  session({ steps, entries, head: { compactions } }: SessionDraft): void {
    const sums = [0];
    for (const ref of entries) sums.push((sums.at(-1) ?? 0) + (this.#bytes.get(ref) ?? 0));
    const compacted = new Set(compactions.map(({ step }) => step));
    const grown: number[] = [];
    let before: number | null = null;
    let sentBefore = 0;
    for (const [i, { real, entries: sent, rejected }] of steps.entries()) {
      if (real === null || rejected) continue;
      this.#counted++;
      const bytes = compactions.length > 0 ? 0 : (sums[sent] ?? 0);
      if (bytes > real * MOST_BYTES_A_TOKEN) {
        this.#fault(
          `Step ${formatInteger(i)} sends ${formatInteger(bytes)} bytes of text and counts ${formatInteger(real)} tokens: the count is not of the whole request.`,
        );
      }
      if (before !== null && real * 2 < before && !compacted.has(i)) {
        this.#fault(
          `The prompt falls from ${formatInteger(before)} to ${formatInteger(real)} tokens at step ${formatInteger(i)} although nothing was taken away.`,
        );
      }
      // A token stands for a byte or more, so that a request grows by fewer tokens than bytes.
      const added = bytes - sentBefore + MESSAGE_TOKENS;
      if (before !== null && real - before > added) grown.push(real - before);
      before = real;
      sentBefore = bytes;
    }
    const first = steps.find(({ real }) => real !== null)?.real ?? 0;
    const all = steps.filter(({ real }) => real !== null).length - 1;
    if (all >= 2 && grown.length === all && grown.every((more) => more >= first * 0.9)) {
      this.#fault(
        `From call to call the counts grow by more tokens than there are bytes of text between them, first by ${formatInteger(grown[0] ?? 0)}: they may be running totals, not the counts of a call.`,
      );
    }
  }

  #fault(sentence: string): void {
    if (this.#faults.length < 5) this.#faults.push(sentence);
  }

  finish(): MappingAccount {
    const left = [...this.#left]
      .map(([path, bytes]) => ({ path, bytes }))
      .sort((a, b) => b.bytes - a.bytes);
    const faults = [...this.#faults, ...this.#whole()];
    const counts = { usages: this.#usages, counted: this.#counted };
    return { text: this.#text, read: this.#read, left, ...counts, faults };
  }

  /** Faults of all records together. */
  #whole(): readonly string[] {
    const faults: string[] = [];
    const of = (some: number, all: number): string =>
      `${formatInteger(some)} of ${formatInteger(all)}`;
    if (this.#usages > this.#counted) {
      faults.push(
        `The records hold ${formatInteger(this.#usages)} records of counts, and ${formatInteger(this.#counted)} steps have one.`,
      );
    }
    if (this.#counted === 0 && this.#usages === 0 && this.#named.size > 0) {
      faults.push(
        `The records hold numbers named ${[...this.#named].join(', ')}, and no step has a count.`,
      );
    }
    if (this.#empty > 0) {
      faults.push(`${of(this.#empty, this.#answers)} results of tools are empty.`);
    }
    // The newest calls may still be unanswered.
    if (this.#calls > 3 && this.#answers * 2 < this.#calls) {
      faults.push(`${of(this.#calls - this.#answers, this.#calls)} calls of tools have no result.`);
    }
    return faults;
  }
}

/** Every text in a value. */
function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (Array.isArray(value)) for (const item of value as unknown[]) collect(item, texts);
  else for (const inner of Object.values(fieldsOf(value) ?? {})) collect(inner, texts);
}

/** The prompt that a record of counts counts: its names are a provider's; null for anything else. */
function totalIn(fields: Readonly<Record<string, unknown>>): number | null {
  const names = Object.keys(fields).filter((name) => /tok|prompt/i.test(name));
  return names.length > 1 ? normalizeUsage(fields).real : null;
}

/** The share of the text that is read; 1 where there is none. */
export const shareRead = ({ text, read }: MappingAccount): number => (text === 0 ? 1 : read / text);

/** What the account says, a sentence each; none of a mapping that reads everything and contradicts nothing. */
export function accountWords(account: MappingAccount): readonly string[] {
  const share = shareRead(account);
  if (share >= ENOUGH) return account.faults;
  const places = account.left
    .slice(0, 4)
    .map(({ path, bytes }) => `${path} (${formatInteger(bytes)} bytes)`);
  const percent = Math.floor(share * 100);
  return [
    `The mapping reads ${percent} % of the text (${formatInteger(account.read)} of ${formatInteger(account.text)} bytes); it leaves out ${places.join(', ')}.`,
    ...account.faults,
  ];
}
