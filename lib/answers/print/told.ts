/** Parts of blocks as text, which every printer of text says alike. */
import { formatInteger } from '@/lib/engine/base/format';
import { figureText } from '@/lib/engine/base/answer/figure';
import { wordsText } from '@/lib/engine/base/answer/words';
import type { Block, Cell, Choice, Column, FigureRow, LinkTarget, Mark } from '../model/block';

const marks: Readonly<Record<Mark, string>> = { error: '▲', warning: '◆', info: '○' };

/** A cell, or a row's value, as text. */
export const cellText = (cell: Cell): string =>
  typeof cell === 'string' ? cell : 'unit' in cell ? figureText(cell) : wordsText(cell);

/** A change, and what else it would do. */
export const choiceText = ({ label, effect }: Choice): string =>
  `${wordsText(label)}${effect === null ? '' : `: ${wordsText(effect)}`}`;

/** Columns of choices with a title; those without one are a list. */
export const choiceColumns = (title: string): readonly Column[] => [
  { head: title },
  { head: 'Net effect' },
];

/** Rows of choices with a title. */
export const choiceCells = (choices: readonly Choice[]): readonly (readonly string[])[] =>
  choices.map(({ label, effect }) => [wordsText(label), effect === null ? '–' : wordsText(effect)]);

/** Columns of figures, where they are a table. */
export const figureColumns: readonly Column[] = [
  { head: 'Operand' },
  { head: 'Value', number: true },
  { head: 'From' },
];

/** Rows of figures. */
export const figureCells = (rows: readonly FigureRow[]): readonly (readonly string[])[] =>
  rows.map(({ label, value, origin, decides }) => [
    label,
    cellText(value),
    `${origin}${decides === true ? '; it decided' : ''}`,
  ]);

/** "▲ One step grew by more than the buffer · 143 · error, of the replay". */
export function sectionTitle({
  title,
  facts,
  mark,
}: Extract<Block, { readonly kind: 'section' }>): string {
  const sign = mark === undefined ? '' : `${marks[mark]} `;
  return `${sign}${title}${facts.map((words) => ` · ${wordsText(words)}`).join('')}`;
}

/** The place that proves a sentence, in brackets behind it. */
export function placeText(place: LinkTarget | null): string {
  switch (place?.kind) {
    case 'operand':
      return ` (ledger: ${place.id.replaceAll('-', ' ')})`;
    case 'step':
      return ` (step ${formatInteger(place.step)})`;
    case 'entries':
      return ` (entries ${formatInteger(place.from)} to ${formatInteger(place.to - 1)})`;
    case 'setting':
      return ` (setting: ${place.key})`;
    case undefined:
      return '';
  }
}
