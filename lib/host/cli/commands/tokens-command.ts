import { PRODUCER } from '@/lib/replay/engine';
import { formatInteger, formatPercent } from '@/lib/base/format';
import { readTrace } from '@/lib/host/open/read-trace';
import { loadEncoding } from '@/lib/host/worker/load-encoding';
import { prepare } from '@/lib/replay/prepare';
import {
  scoreTokenizers,
  type CountedSession,
  type TokenizerScore,
  type TokenizerTable,
} from '@/lib/analysis/score/tokenizer-score';
import type { SessionDraft } from '@/lib/session/draft';
import { EntryTable } from '@/lib/tokens/entry-table';
import { profileOf } from '@/lib/tokens/measure';
import { countDraft, profileCounts, TextCounter } from '@/lib/tokens/text/text-counts';
import {
  charsEstimator,
  encodings,
  textEstimatorLabels,
  type Encoding,
} from '@/lib/tokens/text/text-estimators';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, type ExitCode } from '../exit-code';
import { readErrorText } from '../read-error';
import { left, right, textTable } from '../text-table';

/** Options of `tokens`. */
interface TokensCommandOptions {
  /** The tokenizer; absent: all. */
  readonly encoding?: Encoding;
  readonly json?: boolean;
}

/** A trace counted by every estimator. */
interface CountedTrace {
  readonly sessions: readonly CountedSession[];
  /** Number of sessions with sizes in place of text. */
  readonly textless: number;
}

/** Counts a trace's texts with tokenizers and prints each estimate's error against usage. */
export async function tokensCommand(
  file: string,
  { encoding, json }: TokensCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const wanted = encoding === undefined ? encodings : [encoding];
  const { sessions, textless } = await countTrace(file, io.resolve(file), wanted);
  if (sessions.length === 0) {
    throw new InputError(
      `${file}: ${textless === 0 ? 'there is no session in it' : 'its sessions hold sizes, not text'}; there is nothing to count.`,
    );
  }
  const table = scoreTokenizers(sessions);
  if (json === true)
    io.out(
      `${JSON.stringify({ producer: PRODUCER, file, sessions: sessions.length, ...table })}\n`,
    );
  else io.out(tableText(table));
  if (textless > 0) {
    io.message(`Sessions left out because they hold sizes, not text: ${formatInteger(textless)}.`);
  }
  return exitCode.clean;
}

/** Reads a trace and counts its texts while reading. @throws InputError if it is unreadable. */
export async function countTrace(
  file: string,
  path: string,
  wanted: readonly Encoding[],
): Promise<CountedTrace> {
  const tokenizers = await Promise.all(wanted.map(loadEncoding));
  const counters = [charsEstimator, ...tokenizers].map((one) => new TextCounter(one));
  const table = new EntryTable();
  const drafts: SessionDraft[] = [];
  let usages = 0;
  const read = await readTrace(path, {
    name: file,
    store: {
      entry: (entry) => {
        for (const counter of counters) counter.push(entry);
        return table.push(entry);
      },
      usage: () => usages++,
    },
    onSession: (draft) => drafts.push(draft),
  });
  if (!read.ok) throw new InputError(readErrorText(file, read.error));
  const sessions = drafts.flatMap((draft): CountedSession[] => {
    const profile = profileOf(draft, table);
    const counts = counters.map((counter) => countDraft(counter, draft));
    const held = counts.filter((one) => one !== null);
    if (held.length < counts.length) return [];
    return [{ session: prepare(profile), counts: [profileCounts(profile), ...held] }];
  });
  return { sessions, textless: drafts.length - sessions.length };
}

const COLUMNS = [
  ...left('estimate ÷ real', 'estimate'),
  ...right('n', 'p1', 'p10', 'median', 'p90', 'p99', 'under by > 5 %', 'mean error'),
];

const BASES: readonly (readonly [TokenizerScore['basis'], string])[] = [
  ['raw', 'count'],
  ['fitted', 'count + what the first step missed'],
];

/** The table without `--json`. */
function tableText({ steps, unscored, images, scores }: TokenizerTable): string {
  const all = formatInteger(steps + unscored);
  if (steps === 0) return `None of ${all} steps has recorded usage: nothing to compare with.\n`;
  const rows = BASES.flatMap(([basis, label]) =>
    scores.filter((score) => score.basis === basis).map((score) => row(score, label)),
  );
  return [
    `${formatInteger(steps)} of ${all} steps have recorded usage; mean error in tokens.\n`,
    textTable(COLUMNS, rows),
    images === 0
      ? ''
      : `Inline data: ${formatInteger(images)}; bytes ÷ 4 counts its bytes, the others what the model charges, or 1,600 tokens each.\n`,
  ].join('');
}

function row(score: TokenizerScore, label: string): string[] {
  const { estimator, n, p1, p10, median, p90, p99, under, meanError } = score;
  const ratios = [p1, p10, median, p90, p99].map((value) => (n === 0 ? '–' : value.toFixed(2)));
  return [
    textEstimatorLabels[estimator],
    label,
    formatInteger(n),
    ...ratios,
    n === 0 ? '–' : formatPercent(under),
    n === 0 ? '–' : formatInteger(Math.round(meanError)),
  ];
}
