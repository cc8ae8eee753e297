/** What is told of the rows of a corpus: which there are, what runs in each today, and the answer to each. */
import * as z from 'zod';
import { partsWords, todayWords } from '@/lib/analysis/fit/opened/running-today';
import { leftOutWords, type LeftOut } from '@/lib/analysis/fit/opened/corpus-rows';
import { wordsText } from '@/lib/engine/base/answer/words';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { coverageOf } from '@/lib/tuning/evidence/coverage-tally';
import { answerWords } from '@/lib/tuning/recommend/recommendation-words';
import { placeWords } from '@/lib/tuning/recommend/setting-words';
import { sentence, type Block } from '../../model/block';
import { answerJson, answerSchema } from './answer-table';
import { answerBlocks, generatedWords, NOTHING_RECOMMENDED, type Tuned } from './tuned-blocks';
import type { TunedRow } from './tuned-rows';

/** A row of a corpus, as programs get it. */
export const rowSchema = z.object({
  row: z.int(),
  name: z.string(),
  policy: z.string(),
  preset: z.string().nullable().describe('The family of versions'),
  own: z.boolean().describe('False where no policy models the agent'),
  limit: z.int().nullable(),
  recorded: z.int(),
  generated: z.int(),
  steps: z.int().describe('Of the recorded sessions'),
  basis: z
    .enum(['asked', 'fitted', 'recorded', 'assumed'])
    .describe('How today’s settings are known'),
  judged: z.int().describe('Recorded compactions that nobody asked for'),
  reproduced: z.int().describe('Those at their step under today’s settings'),
  explained: z.int().describe('Others, whose count the files visibly lack'),
  populations: z.int().describe('More than one: sessions that ran under other settings'),
  words: z.string().nullable().describe('The answer in a sentence; null where none is given'),
  columns: z.array(answerSchema).readonly(),
});

/** A row with its answer in short. */
export function rowAnswer(row: TunedRow, all: readonly Tuned[]) {
  const tuned = all.find((one) => one.row === row);
  const { number, name, policy, preset, own, limit, recorded, today } = row;
  const { basis, judged, reproduced, explained, parts } = today;
  const recommendation = tuned?.recommendation ?? null;
  return {
    ...{ row: number, name, policy, preset, own, limit, recorded },
    generated: row.sessions.length - recorded,
    steps: stepsOf(row),
    ...{ basis, judged, reproduced, explained, populations: Math.max(1, parts.length) },
    words:
      tuned === undefined || recommendation === null
        ? null
        : wordsText(answerWords(tuned.answer.field, recommendation)),
    columns: tuned?.columns.map((one) => answerJson(tuned.answer.field, one)) ?? [],
  };
}

const stepsOf = ({ sessions }: TunedRow): number =>
  sessions.reduce(
    (sum, { session, facts }) => sum + (facts.generated ? 0 : session.profile.stepCount),
    0,
  );

const line = (text: string): Block => sentence([text]);

/** The rows, what is in none of them, and where several are tuned the answer to each. */
export function corpusBlocks(
  { rows, tuned }: { readonly rows: readonly TunedRow[]; readonly tuned: readonly Tuned[] },
  leftOut: LeftOut,
): readonly Block[] {
  const [only] = tuned;
  return [
    ...(rows.length > 1 ? [rowTable(rows, tuned)] : []),
    ...leftOutWords(leftOut).map(line),
    ...(tuned.length === 1 && only !== undefined
      ? rowLines(only).map(line)
      : [
          ...tuned.flatMap(shortBlocks),
          line('--row names the row whose evidence and options are printed.'),
        ]),
  ];
}

function rowTable(rows: readonly TunedRow[], tuned: readonly Tuned[]): Block {
  return {
    kind: 'table',
    caption: 'One row is tuned at a time, under its own policy and limit:',
    columns: [
      { head: 'row', number: true },
      { head: 'agent, version and limit' },
      { head: 'recorded sessions', number: true },
      { head: 'their steps', number: true },
      { head: 'at risk today' },
    ],
    rows: rows.map((row) => [
      formatInteger(row.number),
      row.name,
      formatInteger(row.recorded),
      formatInteger(stepsOf(row)),
      riskText(
        row,
        tuned.find((one) => one.row === row),
      ),
    ]),
  };
}

function riskText({ question }: TunedRow, tuned: Tuned | undefined): string {
  if (question === null) return 'none of its settings is swept';
  if (tuned === undefined) return '';
  const { overflowing, looping } = coverageOf(tuned.answer.sessions);
  return (
    [
      overflowing === 0 ? '' : `${formatInteger(overflowing)} overflow`,
      looping === 0 ? '' : `${formatInteger(looping)} loop`,
    ]
      .filter((text) => text !== '')
      .join(', ') || 'none'
  );
}

/** What a row holds, and what runs there today. */
function rowLines({ row, answer: { field } }: Tuned): readonly string[] {
  const parts = partsWords(row.choice.policy, row.today);
  return [
    `Row ${formatInteger(row.number)}: ${row.name}: ${counted(row.recorded, 'recorded session')}, ${counted(stepsOf(row), 'step')}.`,
    `Today: ${placeWords(field.column, field.baseline)}. ${todayWords(row.today)}`,
    ...(parts === null ? [] : [parts]),
  ];
}

/** One row of several: its answer, and the settings that it compares. */
function shortBlocks(tuned: Tuned): readonly Block[] {
  const { recommendation } = tuned;
  const generated = generatedWords(coverageOf(tuned.answer.sessions));
  return [
    line(''),
    ...rowLines(tuned).map(line),
    ...(generated === '' ? [] : [line(generated)]),
    ...(recommendation === null
      ? [line(NOTHING_RECOMMENDED)]
      : answerBlocks(tuned, recommendation)),
  ];
}
