/** What a search for settings found, in blocks: the table, and what would tell two of them apart. */
import { formatInteger } from '@/lib/engine/base/format';
import type { KnobCandidate } from '@/lib/analysis/fit/threshold-knobs';
import { sentence, type Block, type Column } from '../../model/block';

/** How many an answer prints; programs get all. */
export const SHOWN = 8;

/** A setting's name and value in the words of its policy. */
export interface NamedKnob {
  readonly label: string;
  readonly value: string;
}

/** A candidate with its settings in words. */
export type NamedCandidate = KnobCandidate & { readonly named: readonly NamedKnob[] };

/** "Context window 500,000 tokens and Override in percent 60 %". */
export const namedText = (named: readonly NamedKnob[]): string =>
  named.map(({ label, value }) => `${label} ${value}`).join(' and ');

const COLUMNS: readonly Column[] = [
  { head: 'setting' },
  { head: 'threshold', number: true },
  { head: 'explained from', number: true },
  { head: 'to', number: true },
  { head: 'line to set' },
];

/** The simplest candidates as a table, and what would tell the first two apart. */
export function candidateBlocks(candidates: readonly NamedCandidate[]): readonly Block[] {
  if (candidates.length === 0) return [];
  const shown = candidates.slice(0, SHOWN);
  const rest = candidates.length - shown.length;
  return [
    {
      kind: 'table',
      columns: COLUMNS,
      rows: shown.map(({ named, threshold, from, to, lines }) => [
        namedText(named),
        formatInteger(threshold),
        formatValue(from),
        formatValue(to),
        lines.map(({ target, code }) => `${target}: ${onOneLine(code)}`).join(' · '),
      ]),
    },
    ...(rest === 0 ? [] : [sentence([`${formatInteger(rest)} more are less simple.`])]),
    ...apart(candidates),
  ];
}

const formatValue = (value: number): string =>
  Number.isInteger(value) ? formatInteger(value) : String(value);

/** Configuration in one line, for a cell. */
function onOneLine(code: string): string {
  // Lines of a shell or a TOML file are parted; JSON and calls go on over theirs.
  const lines = code.trim().split(/\n+/);
  const isList = lines.every((line) => /^\S.*[^{(,]$/.test(line));
  return lines.map((line) => line.trim()).join(isList ? '; ' : ' ');
}

/** What would tell the simplest from the next one with another threshold. */
function apart(candidates: readonly NamedCandidate[]): readonly Block[] {
  const [first] = candidates;
  const other = candidates.find(({ threshold }) => threshold !== first?.threshold);
  if (first === undefined || candidates.length === 1) return [];
  if (other === undefined) {
    return [
      sentence([
        'All have the same threshold: only a session with another window tells them apart.',
      ]),
    ];
  }
  const [low, high] = first.threshold < other.threshold ? [first, other] : [other, first];
  const range =
    high.threshold - low.threshold === 1
      ? formatInteger(low.threshold)
      : `${formatInteger(low.threshold)} to ${formatInteger(high.threshold - 1)}`;
  return [
    sentence([
      `A request of ${range} tokens would tell two of them apart: with ${namedText(low.named)} it is compacted, with ${namedText(high.named)} it is sent.`,
    ]),
  ];
}
