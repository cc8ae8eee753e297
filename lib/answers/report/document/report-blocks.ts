import { sentence, type Block } from '@/lib/answers/model/block';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Fact } from './report-facts';
import { stepsShown, type ReportedStep, type ReportModel } from './report-model';

const section = (title: string, blocks: readonly Block[]): Block => ({
  kind: 'section',
  title,
  facts: [],
  blocks,
});

const line = (text: string): Block => sentence([text]);

/** Facts as a table; nothing without any. */
const factsTable = (title: string, facts: readonly Fact[]): readonly Block[] =>
  facts.length === 0
    ? []
    : [
        {
          kind: 'table',
          title,
          columns: [{ head: title }, { head: '' }],
          rows: facts.map(({ label, value }) => [label, value]),
        },
      ];

/** An answer inside of a section, whose title leads. */
const withoutLead = (blocks: readonly Block[]): readonly Block[] =>
  blocks.map((block) => (block.kind === 'sentence' ? { ...block, lead: false } : block));

/** What a report says between its headline and the chart: why the step came out so, and the verdict. */
export const blocksAbove = ({ asked, verdict }: ReportModel): readonly Block[] => [
  ...(asked === null ? [] : asked.answer.blocks).filter(
    (block) => block.kind === 'sentence' && block.lead !== true,
  ),
  section('Verdict', [line(verdict)]),
];

/** What a report says below the chart, in reading order. */
export function blocksBelow(model: ReportModel): readonly Block[] {
  const { asked, others, findings, cost, notes } = model;
  return [
    ...(notes.length === 0 ? [] : [section('Notes', notes.map(noteLine))]),
    ...(asked === null ? [] : [askedSection(asked)]),
    ...others.map((one) => section(stepTitle(one), withoutLead(one.answer.blocks))),
    ...(asked === null
      ? []
      : [line(`Steps explained: ${stepsShown(model)}; the others are in the rows (CSV, NDJSON).`)]),
    ...(findings.length === 0 ? [] : [section('Findings', withoutLead(findings))]),
    section('Settings', [settingsTable(model), ...factsTable('Faults', model.faults)]),
    section('Recording and policy', [
      ...factsTable('Recording', model.recording),
      ...factsTable('Policy', model.policy),
      ...factsTable('Totals', model.totals),
    ]),
    ...(cost === null ? [] : [section('Cost', cost)]),
    section('Origin', originBlocks(model)),
  ];
}

const stepTitle = ({ step, why }: ReportedStep): string =>
  `Step ${formatInteger(step)}: ${why.join(', ')}`;

/** The step asked about; its sentences stand at the top. */
const askedSection = (asked: ReportedStep): Block =>
  section(
    stepTitle(asked),
    asked.answer.blocks.filter(({ kind }) => kind !== 'sentence'),
  );

const noteLine = ({ from, to, text }: ReportModel['notes'][number]): Block =>
  line(
    from === to
      ? `Step ${formatInteger(from)}: ${text}`
      : `Steps ${formatInteger(from)} to ${formatInteger(to)}: ${text}`,
  );

const settingsTable = ({ settings }: ReportModel): Block => ({
  kind: 'table',
  title: 'Settings of the replay',
  columns: ['Setting', 'Value', 'Default', 'The session opens with', ''].map((head) => ({ head })),
  rows: settings.map(({ label, value, initial, opened, changed }) => [
    label,
    value,
    initial,
    opened ?? 'another policy',
    changed ? 'changed' : '',
  ]),
});

/** Where the numbers come from, and how to have them again. */
function originBlocks(model: ReportModel): readonly Block[] {
  const { producer, hash, command, texts, stepCount, notes } = model;
  return [
    line(
      `Computed by ${producer}. Numbers of the recording: ${hash}, the same for the trace with its texts and without. ~ marks what is projected.`,
    ),
    line(
      texts
        ? 'Names of the recording are in this report: those of the session, its agent, files and tools.'
        : 'This report holds numbers only: no text of the recording, and no name of a session, agent, lane, file or tool.',
    ),
    ...(notes.length === 0 ? [] : [line('Its notes are words of who wrote them.')]),
    ...(stepCount === 0
      ? []
      : [{ kind: 'text', title: 'The same from the trace', text: command } as const]),
  ];
}

/** "Highwater report · Numbers only · 144 steps". */
export const bylineOf = ({ name, stepCount }: Pick<ReportModel, 'name' | 'stepCount'>): string =>
  `Highwater report · ${name} · ${counted(stepCount, 'step')}`;
