import { counted as countWords } from '@/lib/engine/base/format';
import type { DecidingRow } from './deciding-rows';

/** What dragging a setting does, as the page says it. */
export interface DragInput {
  /** The value that is tried: "7.5×"; and what stays: "cap 5×". */
  readonly tried: string;
  readonly keep: string;
  readonly rows: readonly DecidingRow[];
  /** Ids of sessions that fail again one step of the setting nearer to today's value. */
  readonly tight: ReadonlySet<string>;
}

/** Clauses on a dragged value: whom it saves, what it costs recorded sessions, what holds without. */
export function dragWords({ tried, keep, rows, tight }: DragInput): readonly string[] {
  const recorded = rows.filter(({ session }) => !session.facts.generated);
  // A corpus of generated sessions has only those to speak of.
  const counted = recorded.length > 0 ? recorded : rows;
  const saved = rows.filter(({ change }) => change === 'saved');
  const broken = counted.filter(({ change }) => change === 'broken');
  const more = counted.filter(({ change }) => change === 'more');
  const fewer = counted.filter(({ change }) => change === 'fewer');
  const words: string[] = [];
  if (saved.length > 0) words.push(savedWords(tried, saved, tight));
  if (broken.length > 0) words.push(brokenWords(tried, broken));
  const others =
    changedWords(more, 'more', saved.length > 0) ?? changedWords(fewer, 'less often', false);
  if (others !== null) words.push(words.length === 0 ? `at ${tried} ${others}` : others);
  if (words.length === 0) return [`${tried} changes no session; keep ${keep}`];
  if (saved.length > 0)
    words.push(`without ${saved.length === 1 ? 'this session' : 'these sessions'}: keep ${keep}`);
  return words;
}

function savedWords(
  tried: string,
  saved: readonly DecidingRow[],
  tight: ReadonlySet<string>,
): string {
  const generated = saved.every(({ session }) => session.facts.generated);
  const [one] = saved;
  const whom =
    saved.length === 1 && one !== undefined
      ? `${generated ? 'the generated ' : ''}${one.session.facts.name}`
      : `${countWords(saved.length, 'session')}${generated ? ', all generated' : ''}`;
  const spare = saved.some(({ session }) => tight.has(session.facts.id));
  return `${tried} would have saved ${whom}${spare ? ', with nothing to spare' : ''}`;
}

function brokenWords(tried: string, broken: readonly DecidingRow[]): string {
  const [one] = broken;
  const over = broken.filter(({ then }) => then.overflowSteps > 0).length;
  const verb = over === broken.length ? 'overflow' : over === 0 ? 'loop' : 'fail';
  if (broken.length === 1 && one !== undefined) {
    return `at ${tried} ${one.session.facts.name} ${verb}s`;
  }
  return `at ${tried} ${countWords(broken.length, 'session')} ${verb}`;
}

function changedWords(
  rows: readonly DecidingRow[],
  how: 'more' | 'less often',
  isOther: boolean,
): string | null {
  if (rows.length === 0) return null;
  const other = isOther ? ' other' : '';
  if (rows.length > 1)
    return `${rows.length}${other} sessions compact ${how === 'more' ? 'more often' : how}`;
  const by = Math.abs(rows[0]?.more ?? 0);
  const times = by === 1 ? 'once' : by === 2 ? 'twice' : `${by} times`;
  return `one${other} compacts ${times} ${how === 'more' ? 'more' : 'less'}`;
}
