import {
  placeOf,
  type Contradictions,
  type MeantStep,
} from '@/lib/analysis/explain/testing/contradictions';
import { saidOutcome } from '@/lib/analysis/explain/testing/said';
import type { StepOutcome } from '@/lib/analysis/explain/outcome/step-outcome';
import { capture } from './captured-io';
import { csvRows } from './csv-rows';

/** A step in a file of rows: CSV has texts, JSON values. */
type Row = Readonly<Record<string, unknown>>;

/** A file, the settings that are changed, and what has to be said of its one session. */
export interface CommandCase {
  readonly file: string;
  readonly settings: Readonly<Record<string, number>>;
  readonly meant: readonly MeantStep[];
}

/** Reads back the rows of `replay` and `report`, in every form that prints each step. */
export async function readRowFiles(asked: CommandCase, into: Contradictions): Promise<void> {
  const { file, settings } = asked;
  const set = Object.entries(settings).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  const text = async (...args: readonly string[]): Promise<string> =>
    (await capture([...args, file, ...set])).out;
  readRows('replay --csv', csvRows(await text('replay', '--csv')), asked, into);
  readRows('report csv', csvRows(await text('report', '--format', 'csv')), asked, into);
  const lines = (await text('report', '--format', 'ndjson')).trim().split('\n').slice(1);
  readRows('report ndjson', lines.map(rowOf), asked, into);
  const { sessions } = JSON.parse(await text('replay', '--json')) as {
    readonly sessions: readonly { readonly steps: readonly Row[] }[];
  };
  readRows('replay --json', sessions[0]?.steps ?? [], asked, into);
  readTable(await text('replay'), asked, into);
}

const rowOf = (line: string): Row => JSON.parse(line) as Row;

/** A value of a row as a number: NaN where there is none. */
const numberIn = (row: Row, field: string): number => {
  const value = row[field];
  return value === null || value === '' || value === undefined ? NaN : Number(value);
};

/** Reads back rows in the golden fields, one for each step. */
export function readRows(
  where: string,
  rows: readonly Row[],
  { meant }: Pick<CommandCase, 'meant'>,
  into: Contradictions,
): void {
  into.same(`${where}, rows`, rows.length, meant.length);
  rows.forEach((row, i) => {
    const one = meant[i];
    if (one === undefined) return;
    const at = `${where}, ${placeOf(i)}`;
    const pair = { policy: row['outcome'], provider: row['provider'] } as StepOutcome;
    into.outcome(at, pair, one.outcome);
    into.same(
      `${at}, compacted`,
      String(row['compacted']),
      String(one.outcome.policy === 'compacted'),
    );
    into.same(`${at}, heuristic`, numberIn(row, 'heuristicAfterInject'), one.heuristic);
    into.same(`${at}, real`, numberIn(row, 'realAfter'), Math.trunc(one.sent));
    into.same(`${at}, kind`, row['realKind'] === 'projected', one.sentGuessed);
    if (one.unit !== 'tokens') return;
    into.same(`${at}, decision`, numberIn(row, 'result'), one.value);
    if (Number.isNaN(one.value)) return;
    into.same(`${at}, threshold`, numberIn(row, 'threshold'), one.threshold);
  });
}

/** Columns of the table that `replay` prints, by their heads. */
type Head = 'step' | 'heuristic' | 'decision' | 'threshold' | 'real' | 'outcome';

/** Reads back the table of the steps with an event. */
function readTable(text: string, { meant }: CommandCase, into: Contradictions): void {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => /^\s*step\s+heuristic/.test(line));
  const rows = at < 0 ? [] : lines.slice(at + 1);
  const names = (lines[at] ?? '').trim().split(/\s{2,}/);
  for (const line of rows) {
    const cells = line.trim().split(/\s{2,}/);
    const cell = (name: Head): string => cells[names.indexOf(name)] ?? '';
    if (!/^\d+$/.test(cell('step'))) break;
    const step = Number(cell('step'));
    const one = meant[step];
    if (one === undefined) return;
    const where = `replay, ${placeOf(step)}`;
    into.outcome(`${where}: ${cell('outcome')}`, saidOutcome(cell('outcome')), one.outcome);
    into.number(`${where}, heuristic`, cell('heuristic'), one.heuristic);
    into.number(`${where}, decision`, cell('decision'), one.value, one.valueGuessed);
    into.number(`${where}, threshold`, cell('threshold'), one.threshold);
    into.number(`${where}, real`, cell('real'), one.asked, one.askedGuessed);
    const [, sent] = / → (~?[\d,]*\d)/.exec(cell('outcome')) ?? [];
    if (sent !== undefined) into.number(`${where}, sent`, sent, one.sent, one.sentGuessed);
  }
}
