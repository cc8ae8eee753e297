import { PRODUCER } from '@/lib/engine/replay/engine';
import { formatFixed, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { env } from '@/lib/server/env';
import { readTrace } from '@/lib/readers/open/read-trace';
import { loadEncoding } from '@/lib/worker/load-encoding';
import { prepare } from '@/lib/engine/replay/prepare';
import {
  scoreTokenizers,
  type CountedSession,
  type TokenizerScore,
  type TokenizerTable,
} from '@/lib/analysis/score/tokenizer-score';
import { growthSamples } from '@/lib/analysis/score/added/growth-samples';
import { partsOf, scoreOf, scoreParts } from '@/lib/analysis/score/added/part-score';
import {
  ADDED_RULE,
  intervalText,
  partLabel,
  ratioText,
  underTexts,
} from '@/lib/analysis/score/added/part-words';
import { ruleSamples } from '@/lib/analysis/score/added/rule-samples';
import { estimatorVariants } from '@/lib/analysis/score/estimator-variants';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { profileOf } from '@/lib/engine/tokens/measure';
import { countDraft, profileCounts, TextCounter } from '@/lib/engine/tokens/text/text-counts';
import {
  charsEstimator,
  encodings,
  textEstimatorLabels,
  type Encoding,
} from '@/lib/engine/tokens/text/text-estimators';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { libraryModules } from '../library';
import { readErrorText } from '../read-error';
import { left, right, textTable } from '@/lib/answers/print/text-table';

/** Options of `tokens`. */
interface TokensCommandOptions {
  /** The tokenizer; absent: all. */
  readonly encoding?: Encoding;
  /** Counts the library at DATABASE_URL in place of a trace. */
  readonly library?: boolean;
  readonly json?: boolean;
}

/** A trace counted by every estimator. */
interface CountedTrace {
  readonly sessions: readonly CountedSession[];
  /** Number of sessions with sizes in place of text. */
  readonly textless: number;
}

/**
 * Counts the texts of a trace, or of the library's sessions, with tokenizers and prints each estimate's
 * error against usage.
 */
export async function tokensCommand(
  given: string | undefined,
  { encoding, library, json }: TokensCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const wanted = encoding === undefined ? encodings : [encoding];
  if ((given === undefined) !== (library === true)) {
    throw new UsageError('tokens takes a trace, or --library, and not both.');
  }
  const file = given ?? 'library';
  const { sessions, textless } =
    given === undefined
      ? await countLibrary(wanted)
      : await countTrace(given, io.resolve(given), wanted);
  if (sessions.length === 0) {
    throw new InputError(
      `${file}: ${textless === 0 ? 'there is no session in it' : 'its sessions hold sizes, not text'}; there is nothing to count.`,
    );
  }
  const table = scoreTokenizers(sessions);
  if (json === true)
    io.out(
      `${JSON.stringify({ producer: PRODUCER, file, sessions: sessions.length, ...table, added: addedScores(sessions), rules: ruleScores(sessions) })}\n`,
    );
  else io.out(`${tableText(table)}${addedText(sessions)}`);
  if (textless > 0) {
    io.message(`Sessions left out because they hold sizes, not text: ${formatInteger(textless)}.`);
  }
  return exitCode.clean;
}

const estimatorsOf = async (wanted: readonly Encoding[]) => [
  charsEstimator,
  ...(await Promise.all(wanted.map(loadEncoding))),
];

/** Counts the texts of the library's recorded sessions. */
async function countLibrary(wanted: readonly Encoding[]): Promise<CountedTrace> {
  const { libraryCounts } = await libraryModules().texts();
  const sessions: CountedSession[] = [];
  let textless = 0;
  for await (const one of libraryCounts(env().databaseUrl, await estimatorsOf(wanted))) {
    const { profile, counts } = one;
    if (counts === null) textless++;
    else sessions.push({ session: prepare(profile), counts: [profileCounts(profile), ...counts] });
  }
  return { sessions, textless };
}

/** Reads a trace and counts its texts while reading. @throws InputError if it is unreadable. */
export async function countTrace(
  file: string,
  path: string,
  wanted: readonly Encoding[],
): Promise<CountedTrace> {
  const counters = (await estimatorsOf(wanted)).map((one) => new TextCounter(one));
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

/** Every estimator of texts by script and kind of what a step added. */
function addedScores(sessions: readonly CountedSession[]) {
  const ids = sessions[0]?.counts.map(({ estimator }) => estimator) ?? [];
  return ids.map((estimator) => {
    const samples = sessions.flatMap(({ session, counts }) =>
      counts
        .filter((one) => one.estimator === estimator)
        .flatMap((one) => growthSamples(session, one)),
    );
    return { estimator, scores: scoreParts(samples) };
  });
}

/** Every rule of the tab Estimators by the same, one step ahead. */
const ruleScores = (sessions: readonly CountedSession[]) =>
  estimatorVariants
    .filter(({ over }) => over !== 'first')
    .map((variant) => {
      const samples = sessions.flatMap(({ session }) => ruleSamples(session, variant));
      return { id: variant.id, label: variant.label, scores: scoreParts(samples) };
    });

const ADDED_COLUMNS = [
  ...left('what a step added ÷ its growth', 'estimate'),
  ...right('n', 'median', '95 % interval', 'under by > 5 %', '95 % interval'),
];

/** The table by script and kind; nothing where no step follows another with usage. */
function addedText(sessions: readonly CountedSession[]): string {
  const scored = addedScores(sessions);
  const rows = partsOf(scored.map(({ scores }) => scores)).flatMap((part) =>
    scored.flatMap(({ estimator, scores }) => {
      const score = scoreOf(scores, part);
      if (score === undefined) return [];
      const label = textEstimatorLabels[estimator];
      const numbers = [formatInteger(score.n), ratioText(score.median), intervalText(score)];
      return [[partLabel(score), label, ...numbers, ...underTexts(score)]];
    }),
  );
  return rows.length === 0 ? '' : `\n${textTable(ADDED_COLUMNS, rows)}${ADDED_RULE}\n`;
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
  const ratios = [p1, p10, median, p90, p99].map((value) =>
    n === 0 ? '–' : formatFixed(value, 2),
  );
  return [
    textEstimatorLabels[estimator],
    label,
    formatInteger(n),
    ...ratios,
    n === 0 ? '–' : formatPercent(under),
    n === 0 ? '–' : formatInteger(Math.round(meanError)),
  ];
}
