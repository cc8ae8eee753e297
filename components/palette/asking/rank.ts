import { folded } from '@/lib/engine/base/text/folded';
import { sectionNames, type Entry, type SectionName } from '../entry';
import { askedWords, score } from './match';

/** Entries of one heading, the best first. */
export interface Section {
  readonly name: SectionName;
  readonly entries: readonly Entry[];
  /** Entries that are left out. */
  readonly more: number;
}

/** Entries shown of a section. */
const MOST_SHOWN = 8;

/** More than any score. */
const BEHIND = 1_000_000;

const texts = new WeakMap<Entry, string>();

/** What of an entry is searched, folded once. */
function textOf(entry: Entry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const { title, hint = '', words = '', section } = entry;
  const text = folded([title, hint, words, section].join(' '));
  texts.set(entry, text);
  return text;
}

interface Scored {
  readonly entry: Entry;
  readonly score: number;
}

function scored(entries: readonly Entry[], words: readonly string[]): readonly Scored[] {
  const found: Scored[] = [];
  for (const entry of entries) {
    const value = entry.isAnswer === true ? Infinity : score(words, textOf(entry));
    // A control of the page stands after what is declared, however well it is found.
    const less = entry.section === 'On this page' ? BEHIND : 0;
    if (value !== null) found.push({ entry, score: value - less });
  }
  return words.length === 0 ? found : found.sort((a, b) => b.score - a.score);
}

/**
 * Entries under their headings. What was asked orders headings by their best entry and entries by how
 * well they are found; where nothing is asked both stay in their order.
 */
export function ranked(entries: readonly Entry[], asked: string): readonly Section[] {
  const bySection = new Map<SectionName, Scored[]>();
  for (const one of scored(entries, askedWords(asked))) {
    const list = bySection.get(one.entry.section);
    if (list) list.push(one);
    else bySection.set(one.entry.section, [one]);
  }
  return [...bySection]
    .sort(([a, [one]], [b, [other]]) =>
      asked.trim() === '' || one?.score === other?.score
        ? sectionNames.indexOf(a) - sectionNames.indexOf(b)
        : (other?.score ?? -Infinity) - (one?.score ?? -Infinity),
    )
    .map(([name, list]) => ({
      name,
      entries: list.slice(0, MOST_SHOWN).map(({ entry }) => entry),
      more: Math.max(0, list.length - MOST_SHOWN),
    }));
}
