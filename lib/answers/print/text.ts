import { figureText } from '@/lib/engine/base/answer/figure';
import { wordsText } from '@/lib/engine/base/answer/words';
import { plain, textTable } from './text-table';
import type { Block, Cell, Choice, FigureRow, Mark } from '../model/block';

const marks: Readonly<Record<Mark, string>> = { error: '▲', warning: '◆', info: '○' };

/** Blocks as lines of a terminal: no control character of a recording gets through. */
export const answerText = (blocks: readonly Block[]): string =>
  blocks
    .flatMap((block, at) => [...(apart(block, blocks[at - 1]) ? [''] : []), ...linesOf(block)])
    .map((line) => `${line}\n`)
    .join('');

/** A blank line stands before and behind a table. */
const apart = (block: Block, before: Block | undefined): boolean =>
  before !== undefined && (block.kind === 'table' || before.kind === 'table');

function linesOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'sentence':
      return [plain(wordsText(block.words))];
    case 'figures':
      return block.rows.map(rowLine);
    case 'choices': {
      const { title } = block;
      const bullet = title === undefined ? '→ ' : '';
      return [
        ...(title === undefined ? [] : [title]),
        ...block.choices.map((one) => choiceLine(one, bullet)),
      ];
    }
    case 'table': {
      const columns = block.columns.map(({ head, number = false }) => ({ head, right: number }));
      const rows = block.rows.map((row) => row.map(cellText));
      return textTable(columns, rows).trimEnd().split('\n');
    }
    case 'section': {
      const facts = block.facts.map((words) => ` · ${wordsText(words)}`).join('');
      const mark = block.mark === undefined ? '' : `${marks[block.mark]} `;
      return [plain(`${mark}${block.title}${facts}`), ...block.blocks.flatMap(innerLines)];
    }
    case 'text': {
      const lines = block.text.split('\n').map((line) => `  ${plain(line)}`.trimEnd());
      return [`${block.title}:`, ...lines];
    }
  }
}

/** Lines of a section's block, farther in; a text keeps its own indentation. */
const innerLines = (block: Block): readonly string[] =>
  linesOf(block).map((line) => `    ${block.kind === 'text' ? line : line.trimStart()}`.trimEnd());

const rowLine = ({ label, value, origin }: FigureRow): string =>
  plain(`  ${label}: ${cellText(value)}${origin === '' ? '' : ` (${origin})`}`);

const choiceLine = ({ label, effect }: Choice, bullet: string): string =>
  plain(`  ${bullet}${wordsText(label)}${effect === null ? '' : `: ${wordsText(effect)}`}`);

/** A cell, or a row's value, as text. */
export const cellText = (cell: Cell): string =>
  typeof cell === 'string' ? cell : 'unit' in cell ? figureText(cell) : wordsText(cell);
