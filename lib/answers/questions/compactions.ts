import * as z from 'zod';
import { formatBytes, formatInteger } from '@/lib/engine/base/format';
import {
  compactionReports,
  type CompactionReport,
} from '@/lib/analysis/explain/compaction/compaction-report';
import {
  callWords,
  compactionHeadline,
  coverageWords,
  cutWords,
  savedWords,
  sideTokens,
} from '@/lib/analysis/explain/compaction/compaction-words';
import { likelyStepWords } from '@/lib/analysis/explain/compaction/likely-step';
import { keptWords } from '@/lib/analysis/explain/compaction/instructions';
import { sentence, type Block } from '../model/block';
import { defineQuestion, QuestionError } from '../model/question';

const count = z.int().min(0);
const shape = <T>(about: string): z.ZodType<T, T> =>
  z.looseObject({}).describe(about) as unknown as z.ZodType<T, T>;

const report = z
  .object({
    key: z.string(),
    source: z.enum(['recorded', 'replayed']),
    step: count.describe('The first step after it'),
    likely: z
      .object({ low: count, high: count.nullable().describe('null: not before the end') })
      .nullable()
      .describe('Steps at which a projected compaction may come, p10 and p90; null: no other'),
    trigger: z.string(),
    before: shape<CompactionReport['before']>('The request before: tokens, entries and shares'),
    after: shape<CompactionReport['after']>('The request after'),
    covered: shape<CompactionReport['covered']>('The entries that it replaced, by ranges'),
    calls: count.nullable().describe('Summariser calls; null where the recording does not tell'),
    summary: shape<CompactionReport['summary']>(
      'Bytes and text of the summary, or why there is none',
    ),
    instructions: shape<NonNullable<CompactionReport['instructions']>>(
      'What its user asked it to keep, and whether the summary does',
    ).optional(),
    kept: z
      .array(
        shape<NonNullable<CompactionReport['kept']>[number]>(
          'The first request or the newest todos, and whether the summary has them',
        ),
      )
      .readonly()
      .optional(),
    fallback: z.string().nullable().describe('A mechanical summary, where texts are asked for'),
    replacing:
      shape<NonNullable<CompactionReport['replacing']>>('What stands around it').nullable(),
    summariser:
      shape<NonNullable<CompactionReport['summariser']>>('The call that wrote it').nullable(),
    guard: shape<NonNullable<CompactionReport['guard']>>('By ContextGuard’s prompt').nullable(),
  })
  .meta({ id: 'Compaction' });

/** Every compaction of a recording and of its replay. */
export const compactions = defineQuestion({
  id: 'compactions',
  title: 'List compactions',
  about:
    'Lists recorded and replayed compactions: tokens and entries before and after, what each replaced, its summary, and what its summariser was given.',
  needs: ['texts'],
  input: z.strictObject({
    text: z
      .boolean()
      .default(false)
      .describe('Each summary in words too, with the wrapper and the continuation'),
  }),
  output: z.object({ compactions: z.array(report).readonly() }),
  *run({ run, opening, measured, log }, { text }) {
    if (log === null) throw new QuestionError('text', 'The session was read without its texts.');
    yield { done: 0, of: 1 };
    const { compactions: recorded } = measured.draft.head;
    return {
      compactions: compactionReports(run, opening.own, recorded, { log, withTexts: text }),
      steps: run.session.profile.stepCount,
    };
  },
  tell({ compactions: reports, steps }, { text }) {
    if (reports.length === 0) {
      return [sentence(['No compaction, neither recorded nor replayed.'])];
    }
    return [
      { kind: 'table', columns, rows: reports.map(rowOf) },
      ...reports.flatMap(instructionBlocks),
      ...reports.flatMap(keptBlocks),
      ...(text ? reports.map((one) => textsOf(one, steps)) : []),
    ];
  },
});

const columns = [
  { head: 'step', number: true },
  { head: 'of' },
  ...['before', 'after', 'entries', 'covered', 'summary'].map((head) => ({ head, number: true })),
  { head: 'summariser was given' },
  { head: 'its call' },
];

const rowOf = (one: CompactionReport): readonly string[] => {
  const { step, likely, source, before, after, covered, summary, summariser } = one;
  return [
    `${formatInteger(step)}${likelyStepWords(likely)}`,
    source === 'recorded' ? 'recording' : 'replay',
    sideTokens(before),
    sideTokens(after),
    `${formatInteger(before.entries)} → ${formatInteger(after.entries)}`,
    formatInteger(covered.entries),
    source === 'recorded' && summary.bytes === 0 ? 'unknown' : formatBytes(summary.bytes),
    summariser === null
      ? 'not known'
      : `${coverageWords(summariser.input)}; ${cutWords(summariser.input)}`,
    summariser === null ? '–' : callWords(summariser),
  ];
};

/** What a user asked of a compaction, and whether the summary keeps it. */
function instructionBlocks({ step, instructions }: CompactionReport): readonly Block[] {
  if (instructions === undefined) return [];
  const title = `Asked of the compaction at step ${formatInteger(step)}: ${keptWords(instructions)}`;
  const blocks: readonly Block[] = [
    { kind: 'text', title: 'Instructions', text: instructions.text },
  ];
  return [{ kind: 'section', title, facts: [], blocks }];
}

/** Whether the summary has the user's first request, and what was still to do. */
function keptBlocks({ step, kept = [] }: CompactionReport): readonly Block[] {
  if (kept.length === 0) return [];
  const told = kept.map((one) => `the ${one.what}: ${keptWords(one)}`).join('; ');
  return [sentence([`Covered by the compaction at step ${formatInteger(step)}, ${told}.`])];
}

/** A compaction's texts: its summary, or why there is none, and what stands around it. */
function textsOf(one: CompactionReport, steps: number): Block {
  const { summary, fallback, replacing, before, after } = one;
  const saved = savedWords(before, after);
  const texts = [
    [fallback === null ? 'Summary' : 'Summary, mechanical', summaryText(summary.text, fallback)],
    ...(replacing === null ? [] : [['Wrapper', replacing.wrapper.join('…')]]),
    ...(typeof replacing?.continuation === 'string'
      ? [['Continuation', replacing.continuation]]
      : []),
  ];
  return {
    kind: 'section',
    title: compactionHeadline(one, steps),
    facts: saved === '' ? [] : [[saved]],
    blocks: texts.map(([title = '', text = '']) => ({ kind: 'text', title, text })),
  };
}

function summaryText(text: CompactionReport['summary']['text'], fallback: string | null): string {
  if (text.kind === 'none') return text.reason;
  if (text.kind === 'mechanical') return fallback ?? 'A summary before it is not known.';
  const sealed = text.sealed === null ? [] : [text.sealed, 'Beside it:', ''];
  return [...sealed, ...text.texts].join('\n\n');
}
