import { formatInteger } from '@/lib/engine/base/format';
import type { StepNote } from '@/lib/engine/session/step-note';

/** "Step 143", "Steps 100 to 143". */
export const noteSteps = ({ first, last }: Pick<StepNote, 'first' | 'last'>): string =>
  first === last
    ? `Step ${formatInteger(first)}`
    : `Steps ${formatInteger(first)} to ${formatInteger(last)}`;

/** The notes that a step has, in their order. */
export const notesAt = <T extends StepNote>(notes: readonly T[], step: number): readonly T[] =>
  notes.filter(({ first, last }) => first <= step && step <= last);

/** Notes as lines, for a report or an export: "Step 143: the tools joined". Line breaks become blanks. */
export const noteLines = (notes: readonly StepNote[]): readonly string[] =>
  notes.map((note) => `${noteSteps(note)}: ${note.text.replace(/\s+/g, ' ').trim()}`);
