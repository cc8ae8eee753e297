import { bylineOf, reportBlocks } from '../report-blocks';
import { headlineOf, type ReportModel } from '../report-model';
import type { Block } from './blocks';
import { fenced, markdownText, tableText } from '@/lib/answers/print/markdown';

/** GitHub refuses an issue of more than 65,536 characters. */
const MOST_CHARACTERS = 58_000;
const LEFT_OUT = '_The rest is left out: an issue holds no more. The HTML report has all of it._';

/** The report as Markdown for an issue: tables and lists, no HTML, no picture. */
export function reportMarkdown(model: ReportModel): string {
  const pieces = [
    `# ${markdownText(headlineOf(model))}`,
    markdownText(bylineOf(model)),
    ...reportBlocks(model).map((block) => blockText(block, model)),
  ];
  let text = '';
  for (const piece of pieces) {
    if (text.length + piece.length > MOST_CHARACTERS) return `${text}${LEFT_OUT}\n`;
    text += `${piece}\n\n`;
  }
  return `${text.trimEnd()}\n`;
}

function blockText(block: Block, { chart }: ReportModel): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${markdownText(block.text)}`;
    case 'text':
      return markdownText(block.text);
    case 'list':
      return block.items.map((item) => `- ${markdownText(item)}`).join('\n');
    case 'code':
      return fenced(block.text, 'sh');
    case 'table':
      return captioned(block);
    case 'chart':
      return `${markdownText(chart?.description ?? '')} _The picture is left out: attach the SVG or the PNG._`;
  }
}

function captioned({ caption, columns, rows }: Extract<Block, { kind: 'table' }>): string {
  const named = columns[0]?.head === caption;
  const heads = columns.map(({ head, right = false }) => ({ head, number: right }));
  return `${named ? '' : `**${markdownText(caption)}**\n\n`}${tableText(heads, rows)}`;
}
