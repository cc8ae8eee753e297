import { wordText, type Words } from '@/lib/engine/base/answer/words';
import type { Block, Column } from '../model/block';
import { element, joined, type Markup } from './markup';
import { piecesOf, type Piece, type SentenceRun } from './runs';
import {
  cellText,
  choiceCells,
  choiceColumns,
  choiceText,
  figureCells,
  figureColumns,
  placeText,
  sectionTitle,
} from './told';

/** Where blocks stand: the level of a leading sentence's heading, and the name of what is around them. */
interface HeadingContext {
  readonly level: number;
  readonly name: string;
}

/**
 * Blocks as markup without a style or a script: headings, lists and tables, every word escaped. `name`
 * tells the tables apart for who does not see them.
 */
export const answerMarkup = (blocks: readonly Block[], place: HeadingContext): Markup =>
  joined(
    piecesOf(blocks).map((piece) => pieceMarkup(piece, place)),
    '\n',
  );

function pieceMarkup(piece: Piece, { level, name }: HeadingContext): Markup {
  switch (piece.kind) {
    case 'run':
      return runMarkup(piece, level);
    case 'figures':
      return tableMarkup(`Ledger: ${name}`, figureColumns, figureCells(piece.rows));
    case 'choices': {
      const { title, choices } = piece;
      if (title !== undefined) {
        return tableMarkup(`${title}: ${name}`, choiceColumns(title), choiceCells(choices));
      }
      return element('ul', {}, ...choices.map((choice) => element('li', {}, choiceText(choice))));
    }
    case 'table':
      return tableMarkup(
        piece.title ?? piece.caption ?? name,
        piece.columns,
        piece.rows.map((row) => row.map(cellText)),
      );
    case 'section': {
      const inner = { level: level + 1, name: piece.title };
      const heading = element(`h${level + 1}`, {}, sectionTitle(piece));
      return joined([heading, answerMarkup(piece.blocks, inner)], '\n');
    }
    case 'text':
      return joined([
        element('p', {}, `${piece.title}:`),
        element('pre', { tabindex: 0 }, element('code', {}, piece.text)),
      ]);
  }
}

function runMarkup({ lead, sentences }: SentenceRun, level: number): Markup {
  const texts = sentences.map(({ words, proof = null }) =>
    joined([wordsMarkup(words), placeText(proof)]),
  );
  if (lead) return element(`h${level}`, {}, joined(texts, ' '));
  const [first] = texts;
  return texts.length === 1 && first !== undefined
    ? element('p', {}, first)
    : element('ul', {}, ...texts.map((text) => element('li', {}, text)));
}

/** Names of a recording stand as code. */
const wordsMarkup = (words: Words): Markup =>
  joined(
    words.map((word) => {
      const text = wordText(word);
      return typeof word === 'object' && 'name' in word ? element('code', {}, text) : text;
    }),
  );

/** A table whose rows are named by their first cells; `label` names it for who does not see it. */
export function tableMarkup(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): Markup {
  const side = (i: number): string | null => (columns[i]?.number === true ? 'number' : null);
  const cell = (text: string, i: number): Markup =>
    i === 0
      ? element('th', { scope: 'row', class: side(i) }, text)
      : element('td', { class: side(i) }, text);
  // A column without a name has no heading cell to announce.
  const heads = columns.map(({ head }, i) =>
    head === '' ? element('td', {}) : element('th', { scope: 'col', class: side(i) }, head),
  );
  const table = element(
    'table',
    {},
    element('caption', { class: 'unseen' }, label),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(cell)))),
  );
  return element('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': label }, table);
}
