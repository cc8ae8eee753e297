import type { Entry } from '@/lib/engine/session/schema';

/** Longest name that is written on the chart. */
const LONGEST = 24;
/** Calls that bring tools, by the words in their names. */
const BRINGS = /mcp|connect|server|plugin|tool|skill/i;

/**
 * A short name for what joined the prefix with some entries: the first short word that the call which
 * brought it was given, else that call's name; empty where the entries hold no call.
 */
export function joinName(entries: readonly Pick<Entry, 'parts'>[]): string {
  const calls = entries.flatMap(({ parts }) => parts.filter((part) => part.kind === 'call'));
  const call = calls.find(({ name }) => BRINGS.test(name)) ?? calls.at(-1);
  if (call === undefined) return '';
  const { args } = call;
  const given = typeof args === 'object' && args !== null ? Object.values(args) : [];
  const word = BRINGS.test(call.name)
    ? given.find((value): value is string => typeof value === 'string' && /^\S{1,24}$/.test(value))
    : undefined;
  return (word ?? call.name).slice(0, LONGEST);
}
