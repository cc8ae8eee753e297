import { wordText, type Words } from '@/lib/engine/base/answer/words';
import type { Block, Column } from '../model/block';
import { plainText } from './plain-text';
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

/** Signs that Markdown reads; each is escaped wherever it stands. */
const SIGNS = /[\\`*_{}[\]<>#|~!$&]/g;

/** Text as Markdown shows it: no emphasis, link, mention, reference or HTML comes of it. */
export const markdownText = (text: string): string =>
  plainText(text)
    .replace(SIGNS, String.raw`\$&`)
    // A mention or an address would be linked whatever is escaped; a zero-width space stops it.
    .replace(/@(?=\w)/g, '@\u200b')
    .replace(/\b(https?|ftp|www|mailto)(?=[:.])/gi, '$1\u200b')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, String.raw`$1\$2`)
    .replace(/^(\s*)(?=[-+](?:\s|$)|[=-]+\s*$)/, '$1\\');

/** Blocks as Markdown for an issue: headings, lists and tables, every word of a recording escaped. */
export const answerMarkdown = (blocks: readonly Block[], level = 2): string =>
  markdownPieces(blocks, level)
    .map((piece) => `${piece}\n\n`)
    .join('');

/** The same, piece by piece: headings, lists, paragraphs and tables, which blank lines part. */
export const markdownPieces = (blocks: readonly Block[], level: number): readonly string[] =>
  piecesOf(blocks).flatMap((piece) => pieceTexts(piece, level));

function pieceTexts(piece: Piece, level: number): readonly string[] {
  switch (piece.kind) {
    case 'run':
      return [runText(piece, level)];
    case 'figures':
      return [tableText(figureColumns, figureCells(piece.rows))];
    case 'choices': {
      const { title, choices } = piece;
      return [
        // Another sign than that of sentences: Markdown would make one list of both.
        title === undefined
          ? choices.map((choice) => `* ${markdownText(choiceText(choice))}`).join('\n')
          : tableText(choiceColumns(title), choiceCells(choices)),
      ];
    }
    case 'table':
      return [
        ...(piece.caption === undefined ? [] : [markdownText(piece.caption)]),
        tableText(
          piece.columns,
          piece.rows.map((row) => row.map(cellText)),
        ),
      ];
    case 'section':
      return [
        `${'#'.repeat(level + 1)} ${markdownText(sectionTitle(piece))}`,
        ...markdownPieces(piece.blocks, level + 1),
      ];
    case 'text':
      return [`${markdownText(piece.title)}:`, fenced(piece.text)];
  }
}

function runText({ lead, sentences }: SentenceRun, level: number): string {
  const texts = sentences.map(
    ({ words, proof = null }) => `${inline(words)}${markdownText(placeText(proof))}`,
  );
  if (lead) return `${'#'.repeat(level)} ${texts.join(' ')}`;
  return texts.length === 1 ? texts.join('') : texts.map((text) => `- ${text}`).join('\n');
}

/** Figures and damage keep their weight; what stands between them is escaped as one text. */
function inline(words: Words): string {
  const pieces: { readonly text: string; readonly strong: boolean }[] = [];
  for (const word of words) {
    const strong = typeof word === 'object' && !('quiet' in word) && !('name' in word);
    const last = pieces.at(-1);
    const text = wordText(word);
    if (last === undefined || strong || last.strong) pieces.push({ text, strong });
    else pieces[pieces.length - 1] = { text: `${last.text}${text}`, strong };
  }
  return pieces
    .map(({ text, strong }) => (strong ? `**${markdownText(text)}**` : markdownText(text)))
    .join('')
    .trim();
}

/** A text in a fence longer than any in it. */
function fenced(text: string): string {
  const plain = text.split('\n').map(plainText).join('\n');
  const longest = Math.max(2, ...[...plain.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${plain}\n${fence}`;
}

const line = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(' | ')} |`;

/** A table of Markdown; numbers stand to the right. */
const tableText = (columns: readonly Column[], rows: readonly (readonly string[])[]): string =>
  [
    line(columns.map(({ head }) => head)),
    `| ${columns.map(({ number }) => (number === true ? '---:' : '---')).join(' | ')} |`,
    ...rows.map(line),
  ].join('\n');
