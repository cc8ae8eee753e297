import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';

/** A summary, and the last round that it covers. */
export interface Summary {
  readonly round: string;
  readonly text: string;
  readonly manual: boolean;
  /** Tokens of the request before, as VS Code counted them. */
  readonly preTokens: number | null;
  /** Number of the round that was built with it; 0 for a summary of an earlier request. */
  readonly effective: number;
}

/**
 * The summaries that a request made, in order. Older versions keep only the newest, beside the
 * rounds or in the round that it covers; one that failed has neither round nor text.
 */
export function summariesOf(metadata: Fields, rounds: readonly Fields[]): readonly Summary[] {
  const several = listOf(metadata['summaries']);
  const recorded = several.length > 0 ? several : [metadata['summary']];
  const manual = metadata['command'] === 'compact' || metadata['command'] === 'summarize';
  const summaries: Summary[] = [];
  const add = (id: unknown, summary: unknown, before: unknown): void => {
    const round = textOf(id);
    const text = textOf(summary);
    if (round === null || text === null) return;
    const own = rounds.findIndex((one) => one['id'] === round);
    // The newest round is left out of what is summarised, since it may be what was too much.
    const earliest = own < 0 ? 0 : own + 2;
    const effective = Math.max(earliest, summaries.at(-1)?.effective ?? 0);
    summaries.push({ round, text, manual, preTokens: positive(before), effective });
  };
  for (const item of recorded) {
    const summary = fieldsOf(item);
    add(summary?.['toolCallRoundId'], summary?.['text'], summary?.['contextLengthBefore']);
  }
  if (summaries.length > 0) return summaries;
  const marked = rounds.findLast(({ summary }) => textOf(summary) !== null);
  add(marked?.['id'], marked?.['summary'], null);
  return summaries;
}

const positive = (value: unknown): number | null => {
  const count = countOf(value);
  return count !== null && count > 0 ? count : null;
};
