import { fieldsOf, textOf, type Fields } from '../loose-json';

/** The second in an id of OpenAI's, as hexadecimal: `msg_68c7…`; from 2023 to 2050. */
const ID_TIME = /^[a-z]+_([6-9][0-9a-f]{7})[0-9a-f]{8,}$/;

/** A page of items in the order in which they were made: endpoints list the newest first unless asked. */
export function inOrder(items: readonly unknown[]): readonly unknown[] {
  return isNewestFirst(items.map(fieldsOf)) ? items.toReversed() : items;
}

/** By the times in their ids, else by a result that stands before its call, or an answer before what it answers. */
function isNewestFirst(items: readonly (Fields | null)[]): boolean {
  const times = items.flatMap((item) => ID_TIME.exec(textOf(item?.['id']) ?? '')?.[1] ?? []);
  const [first = '', last = ''] = [times[0], times.at(-1)];
  if (first !== last) return first > last;
  const known = new Set<unknown>();
  const made = new Set(items.filter(isCall).map((item) => item?.['call_id']));
  for (const item of items) {
    const callId = item?.['call_id'];
    if (isCall(item)) known.add(callId);
    else if (callId !== undefined && made.has(callId) && !known.has(callId)) return true;
  }
  return made.size === 0 && items[0]?.['role'] === 'assistant' && items.at(-1)?.['role'] === 'user';
}

const isCall = (item: Fields | null): boolean => (textOf(item?.['type']) ?? '').endsWith('_call');
