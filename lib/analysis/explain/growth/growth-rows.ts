import type { Replayable } from '@/lib/engine/replay/prepare';
import { entriesWords, entryWords, placesText } from './entry-words';
import type { NamedEntries } from './named-entries';
import { entrySizes, sessionGrowth, type StepGrowth } from './session-growth';
import { formatInteger } from '@/lib/engine/base/format';
import { dropAt } from '../recording/unexplained-drops';

/** One part of a step's growth; the rows' tokens add up to the growth. */
export interface GrowthRow {
  readonly id: string;
  readonly label: string;
  /** "entry 288", "usual 7". */
  readonly detail: string;
  readonly tokens: number;
  /** The entries it stands for, ascending; none for what is in no entry. */
  readonly entries: readonly number[];
  /** It is in no entry of the recording. */
  readonly unrecorded: boolean;
}

/** Most entries with a row of their own, and the least share of the explained growth that has one. */
const MOST_ROWS = 4;
const LEAST_ROW = 0.1;

/** A step's growth as rows, the largest entry first, what is in no entry last. */
export function growthRows(
  session: Replayable,
  log: NamedEntries,
  growth: StepGrowth,
): readonly GrowthRow[] {
  return [
    ...entryRows(session, log, growth),
    ...strippedRow(growth),
    ...unexplainedRow(session, growth),
  ];
}

function entryRows(
  session: Replayable,
  log: NamedEntries,
  growth: StepGrowth,
): readonly GrowthRow[] {
  const { from, explained } = growth;
  const sized = entrySizes(session, growth).map((tokens, i) => ({ entry: from + i, tokens }));
  const large = [...sized]
    .sort((a, b) => b.tokens - a.tokens || a.entry - b.entry)
    .slice(0, MOST_ROWS)
    .filter(({ tokens }) => tokens > 0 && tokens >= LEAST_ROW * explained);
  const small = sized.filter((one) => !large.includes(one));
  // A row for one small entry names it as well as a row for all.
  const own = small.length === 1 ? [...large, ...small] : large;
  const rows = own.map(({ entry, tokens }): GrowthRow => {
    const words = entryWords(log, entry);
    return rowOf(`entry-${entry}`, words, tokens, [entry]);
  });
  if (small.length < 2) return rows;
  const rest = small.map(({ entry }) => entry);
  const tokens = small.reduce((sum, one) => sum + one.tokens, 0);
  return [...rows, rowOf('entries', entriesWords(log, rest), tokens, rest)];
}

const rowOf = (
  id: string,
  label: string,
  tokens: number,
  entries: readonly number[],
): GrowthRow => ({ id, label, detail: placesText(entries), tokens, entries, unrecorded: false });

function strippedRow({ stripped }: StepGrowth): readonly GrowthRow[] {
  if (stripped === 0) return [];
  return [
    {
      id: 'stripped',
      label: 'Thinking left out',
      detail: 'of an ended turn',
      tokens: stripped,
      entries: [],
      unrecorded: false,
    },
  ];
}

function unexplainedRow(session: Replayable, growth: StepGrowth): readonly GrowthRow[] {
  const { unexplained: tokens } = growth;
  const [label, detail] = unexplainedWords(session, growth);
  return [{ id: 'unexplained', label, detail, tokens, entries: [], unrecorded: true }];
}

/** "compaction", or "microcompaction" where entries were only blanked. */
function compactionName({ profile }: Replayable, { since, step }: StepGrowth): string {
  const between = profile.head.compactions.filter((one) => one.step > since && one.step <= step);
  return between.every(({ kind }) => kind === 'elision') ? 'microcompaction' : 'compaction';
}

/** What is in no entry, in words. */
function unexplainedWords(
  session: Replayable,
  growth: StepGrowth,
): readonly [label: string, detail: string] {
  const { kind, step, unexplained } = growth;
  if (kind === 'compaction') {
    const name = compactionName(session, growth);
    return unexplained < 0
      ? [`Taken out by the recorded ${name}`, 'less what came back']
      : [`Came with the recorded ${name}`, 'more than it took out'];
  }
  if (kind === 'model') {
    const { models } = session.profile.head;
    const name = models[session.profile.steps.model[step] ?? -1];
    return ['Counted anew', `by ${name ?? 'another model'}: models count the same text otherwise`];
  }
  if (dropAt(session, step) !== null) return ['Left the request', 'the recording does not say why'];
  const { usual } = sessionGrowth(session);
  const beside = Number.isNaN(usual) ? '' : `usual ${formatInteger(usual)}`;
  if (unexplained >= 0) return ['Not in the recording', beside];
  return ['Fewer than the density says', beside];
}
