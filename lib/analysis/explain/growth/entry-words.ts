import { counted, formatInteger } from '@/lib/engine/base/format';
import type { EntryKind, NamedEntries } from './named-entries';

/** Most tools that words name. */
const NAMED = 2;

/** One entry in words: "dashboards_query, result", "user text". */
export function entryWords(log: NamedEntries, entry: number): string {
  const kind = log.kind(entry);
  if (kind !== 'result' && kind !== 'call') return oneOf[kind];
  const names = kind === 'result' ? log.results(entry, entry + 1) : log.calls(entry, entry + 1);
  if (names.length === 0) return oneOf[kind];
  const many = names.length > 1 ? 's' : '';
  return names.length > NAMED
    ? `${formatInteger(names.length)} tools, ${kind}s`
    : `${names.join(' and ')}, ${kind}${many}`;
}

const oneOf: Readonly<Record<EntryKind, string>> = {
  result: 'tool result',
  call: 'tool call',
  image: 'image',
  user: 'user text',
  context: 'instructions',
  model: 'model text',
  thinking: 'thinking',
  other: 'other',
};

/** Several entries in words: "mcp_connect and 2 calls". */
export function entriesWords(log: NamedEntries, entries: readonly number[]): string {
  const counts = new Map<EntryKind, number>();
  for (const entry of entries) {
    const kind = log.kind(entry);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const names = new Set(entries.flatMap((entry) => log.results(entry, entry + 1)));
  const words: string[] = [];
  const results = counts.get('result') ?? 0;
  if (names.size > 0 && names.size <= NAMED) words.push(...names);
  else if (results > 0) words.push(counted(results, 'result'));
  for (const [kind, count] of counts) {
    if (kind === 'result') continue;
    if (kind === 'call' || kind === 'image') words.push(counted(count, kind));
    else words.push(oneOf[kind]);
  }
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

/** "entry 288", "entries 285–287", "12 entries" where they are no neighbours. */
export function placesText(entries: readonly number[]): string {
  const [first = 0] = entries;
  const last = entries[entries.length - 1] ?? first;
  if (entries.length === 1) return `entry ${formatInteger(first)}`;
  return last - first === entries.length - 1
    ? `entries ${formatInteger(first)}–${formatInteger(last)}`
    : `${formatInteger(entries.length)} entries`;
}
