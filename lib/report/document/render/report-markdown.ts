import { bylineOf, reportBlocks } from '../report-blocks';
import { headlineOf, type ReportModel } from '../report-model';
import type { Block } from './blocks';
import { plainText } from './plain-text';

/** GitHub refuses an issue of more than 65,536 characters. */
const MOST_CHARACTERS = 58_000;
const LEFT_OUT = '_The rest is left out: an issue holds no more. The HTML report has all of it._';

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
      return fenced(block.text);
    case 'table':
      return tableText(block);
    case 'chart':
      return `${markdownText(chart?.description ?? '')} _The picture is left out: attach the SVG or the PNG._`;
  }
}

/** A fence longer than any in the text. */
function fenced(text: string): string {
  const plain = plainText(text);
  const longest = Math.max(2, ...[...plain.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${plain}\n${fence}`;
}

function tableText({ caption, columns, rows }: Extract<Block, { kind: 'table' }>): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(' | ')} |`;
  const rule = columns.map(({ right }) => (right === true ? '---:' : '---'));
  const named = columns[0]?.head === caption;
  return [
    ...(named ? [] : [`**${markdownText(caption)}**`, '']),
    line(columns.map(({ head }) => head)),
    `| ${rule.join(' | ')} |`,
    ...rows.map(line),
  ].join('\n');
}
