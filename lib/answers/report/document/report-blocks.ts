import type { ProvenFinding } from '@/lib/analysis/detectors/cures/cured-finding';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { stepRangesText } from '@/lib/analysis/detectors/words';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { heading, left, list, paragraph, quiet, table, type Block } from './render/blocks';
import type { Fact } from './report-facts';
import { stepsShown, type ReportedStep, type ReportModel } from './report-model';
import { clauseBlocks, ledgerBlocks, stepBlocks } from './step-blocks';

const facts = (caption: string, rows: readonly Fact[]): readonly Block[] =>
  table(
    caption,
    left(caption, ''),
    rows.map(({ label, value }) => [label, value]),
  );

/** What a report says below its headline, in reading order. */
export function reportBlocks(model: ReportModel): readonly Block[] {
  const { asked, others, chart, settings, findings, notes } = model;
  return [
    ...(asked === null ? [] : clauseBlocks(asked.report)),
    ...[asked?.report.changed, asked?.report.whose]
      .filter((text) => typeof text === 'string')
      .map(paragraph),
    heading('Verdict'),
    paragraph(model.verdict),
    ...(chart === null ? [] : [heading('Chart'), { kind: 'chart' } as const]),
    ...notesBlocks(notes),
    ...(asked === null ? [] : askedBlocks(asked)),
    ...others.flatMap(stepBlocks),
    ...(asked === null
      ? []
      : [
          quiet(`Steps explained: ${stepsShown(model)}; the others are in the rows (CSV, NDJSON).`),
        ]),
    heading(`Findings (${formatInteger(findings.length)})`),
    ...(findings.length === 0
      ? [paragraph('Nothing was found.')]
      : findings.flatMap(findingBlocks)),
    heading('Settings'),
    ...table(
      'Settings of the replay',
      left('Setting', 'Value', 'Default', 'The session opens with', ''),
      settings.map(({ label, value, initial, opened, changed }) => [
        label,
        value,
        initial,
        opened ?? 'another policy',
        changed ? 'changed' : '',
      ]),
    ),
    ...facts('Faults', model.faults),
    heading('Recording and policy'),
    ...facts('Recording', model.recording),
    ...facts('Policy', model.policy),
    ...facts('Totals', model.totals),
    ...(model.cost === null ? [] : [heading('Cost'), ...facts('Dollars', model.cost)]),
    ...originBlocks(model),
  ];
}

/** The step asked about; its cause stands at the top. */
const askedBlocks = (asked: ReportedStep): readonly Block[] => [
  heading(`Step ${formatInteger(asked.step)}: ${asked.why.join(', ')}`),
  ...ledgerBlocks(asked),
];

function notesBlocks(notes: ReportModel['notes']): readonly Block[] {
  if (notes.length === 0) return [];
  return [
    heading('Notes'),
    ...list(
      notes.map(({ from, to, text }) =>
        from === to
          ? `Step ${formatInteger(from)}: ${text}`
          : `Steps ${formatInteger(from)} to ${formatInteger(to)}: ${text}`,
      ),
    ),
  ];
}

const marks: Readonly<Record<Finding['severity'], string>> = {
  error: '▲',
  warning: '◆',
  info: '○',
};

function findingBlocks(finding: ProvenFinding): readonly Block[] {
  const { severity, title, of, sentence, detail, advice, steps } = finding;
  const where = stepRangesText(steps);
  return [
    heading(`${marks[severity]} ${title}`, 3),
    quiet(`${severity}, of the ${of}${where === '' ? '' : `; steps ${where}`}`),
    paragraph([sentence, detail].filter((text) => text !== '').join(' ')),
    ...list(advice.map(({ text, effect }) => (effect === null ? text : `${text}: ${effect}`))),
  ];
}

/** Where the numbers come from, and how to have them again. */
function originBlocks({
  producer,
  hash,
  command,
  texts,
  stepCount,
  notes,
}: ReportModel): readonly Block[] {
  return [
    heading('Origin'),
    paragraph(
      `Computed by ${producer}. Numbers of the recording: ${hash}, the same for the trace with its texts and without. ~ marks what is projected.`,
    ),
    paragraph(
      texts
        ? 'Names of the recording are in this report: those of the session, its agent, files and tools.'
        : 'This report holds numbers only: no text of the recording, and no name of a session, agent, lane, file or tool.',
    ),
    ...(notes.length === 0 ? [] : [paragraph('Its notes are words of who wrote them.')]),
    ...(stepCount === 0 ? [] : [paragraph('The same from the trace:'), code(command)]),
  ];
}

const code = (text: string): Block => ({ kind: 'code', text });

/** "Highwater report · Numbers only · 144 steps". */
export const bylineOf = ({ name, stepCount }: Pick<ReportModel, 'name' | 'stepCount'>): string =>
  `Highwater report · ${name} · ${counted(stepCount, 'step')}`;
