import type { Mark } from '../../mechanisms/timeline';
import { fieldsOf, textOf, type Fields } from '../../mechanisms/loose-json';

/** A message of the model's history. */
export interface HistoryMessage {
  /** Its place in the log; −1 for a summary, which is none. */
  readonly entry: number;
  /** The log before it, to which undoing it goes back. */
  readonly mark: Mark;
  readonly origin: Fields | null;
  readonly role: 'user' | 'assistant' | 'tool' | 'summary';
  /** Kimi's own estimate of its content and calls, in tokens. */
  readonly tokens: number;
}

/** Compactions keep what the user typed: https://…/contextMemory/compactionHandoff.ts */
export function isKept({ role, origin }: Pick<HistoryMessage, 'role' | 'origin'>): boolean {
  if (role !== 'user') return false;
  const kind = textOf(origin?.['kind']);
  return kind === null || kind === 'user' || isCommand(origin);
}

const isCommand = (origin: Fields | null): boolean =>
  (origin?.['kind'] === 'skill_activation' || origin?.['kind'] === 'plugin_command') &&
  origin['trigger'] === 'user-slash';

/** Messages that `undo` counts: those that began a turn. */
const isAnchor = (place: HistoryMessage): boolean =>
  place.origin?.['inTurn'] !== true && isKept(place);

/**
 * Where undoing so many turns cuts the history; −1 if it holds fewer since its newest compaction,
 * in which case Kimi undoes nothing.
 */
export function undoCut(history: readonly HistoryMessage[], count: number): number {
  let left = count;
  for (let i = history.length - 1; i >= 0; i--) {
    const place = history[i];
    if (place === undefined || place.role === 'summary') return -1;
    if (!isAnchor(place)) continue;
    if (--left <= 0) return i;
  }
  return -1;
}

/** Messages that a compaction kept, of those that it could keep. */
export function keptOf(
  history: readonly HistoryMessage[],
  record: Fields,
): readonly HistoryMessage[] {
  const total = record['keptUserMessageCount'];
  if (typeof total !== 'number' || record['legacyTail'] === true) {
    const from = record['compactedCount'] ?? record['count'];
    return typeof from === 'number' ? history.slice(Math.max(0, from)) : [];
  }
  const users = history.filter(isKept);
  const head = record['keptHeadUserMessageCount'];
  const first = typeof head === 'number' ? Math.max(0, Math.min(head, total)) : 0;
  const tail = users.slice(Math.max(first, users.length - Math.max(0, total - first)));
  return [...users.slice(0, first), ...tail];
}

/** True where a compaction shortened the kept messages at its bounds. */
export const isShortened = (record: Fields): boolean =>
  typeof record['keptHeadUserMessageCount'] === 'number';

/** The text that stands for what a compaction replaced. */
export function summaryOf(record: Fields): string {
  const context = textOf(record['contextSummary']) ?? textOf(record['summary']);
  if (context !== null) return context;
  const content = fieldsOf(record['summary'])?.['content'];
  return (Array.isArray(content) ? (content as readonly unknown[]) : [])
    .map((part) => textOf(fieldsOf(part)?.['text']) ?? '')
    .join('');
}
