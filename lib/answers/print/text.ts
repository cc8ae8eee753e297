import { wordsText } from '@/lib/engine/base/answer/words';
import type { Block, FigureRow } from '../model/block';
import { plain, textTable } from './text-table';
import { cellText, choiceText, sectionTitle } from './told';

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
        ...block.choices.map((one) => plain(`  ${bullet}${choiceText(one)}`)),
      ];
    }
    case 'table': {
      const columns = block.columns.map(({ head, number = false }) => ({ head, right: number }));
      const rows = block.rows.map((row) => row.map(cellText));
      const lines = textTable(columns, rows).trimEnd().split('\n');
      return block.caption === undefined ? lines : [plain(block.caption), ...lines];
    }
    case 'section':
      return [plain(sectionTitle(block)), ...block.blocks.flatMap(innerLines)];
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
