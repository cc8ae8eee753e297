import { formatInteger } from '@/lib/engine/base/format';
import { wordsText, wordText, type Words } from '@/lib/engine/base/answer/words';
import type { Block, Column, LinkTarget } from '../model/block';
import { plainText } from './plain-text';
import { cellText } from './text';

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
  blocks.map((block) => `${blockText(block, level)}\n\n`).join('');

function blockText(block: Block, level: number): string {
  switch (block.kind) {
    case 'sentence': {
      const text = `${inline(block.words)}${placeText(block.proof ?? null)}`;
      return block.lead === true ? `${'#'.repeat(level)} ${text}` : `- ${text}`;
    }
    case 'figures':
      return tableText(
        [{ head: 'Operand' }, { head: 'Value', number: true }, { head: 'From' }],
        block.rows.map(({ label, value, origin, decides }) => [
          label,
          cellText(value),
          `${origin}${decides === true ? '; it decided' : ''}`,
        ]),
      );
    case 'choices':
      return tableText(
        [{ head: block.title ?? 'What to do' }, { head: 'Net effect' }],
        block.choices.map(({ label, effect }) => [
          wordsText(label),
          effect === null ? '–' : wordsText(effect),
        ]),
      );
    case 'table':
      return tableText(
        block.columns,
        block.rows.map((row) => row.map(cellText)),
      );
    case 'section': {
      const facts = block.facts.map((words) => ` · ${inline(words)}`).join('');
      const title = `${'#'.repeat(level + 1)} ${markdownText(block.title)}${facts}`;
      return `${title}\n\n${answerMarkdown(block.blocks, level + 1).trimEnd()}`;
    }
    case 'text':
      return `${markdownText(block.title)}\n\n${fenced(block.text)}`;
  }
}

/** Names stand as code; figures and damage keep their weight. */
const inline = (words: Words): string =>
  words
    .map((word) => {
      const text = wordText(word);
      if (typeof word === 'string' || 'quiet' in word) return markdownText(text);
      return 'name' in word
        ? `\`${plainText(text).replaceAll('`', '')}\``
        : `**${markdownText(text)}**`;
    })
    .join('');

/** A text in a fence longer than any in it. */
export function fenced(text: string, language = ''): string {
  const plain = text.split('\n').map(plainText).join('\n');
  const longest = Math.max(2, ...[...plain.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${plain}\n${fence}`;
}

const line = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(' | ')} |`;

/** A table of Markdown; numbers stand to the right. */
export const tableText = (
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string =>
  [
    line(columns.map(({ head }) => head)),
    `| ${columns.map(({ number }) => (number === true ? '---:' : '---')).join(' | ')} |`,
    ...rows.map(line),
  ].join('\n');

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
