import { PRODUCER } from '@/lib/replay/engine';
import { formatBytes, formatInteger } from '@/lib/base/format';
import {
  CompactedLog,
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
import { readTrace } from '@/lib/host/open/read-trace';
import type { SessionDraft } from '@/lib/session/draft';
import { MemoryStore } from '@/lib/session/memory-store';
import { EntryTable } from '@/lib/tokens/entry-table';
import { withLimit } from '@/lib/tokens/limits/limits';
import { profileOf } from '@/lib/tokens/measure';
import type { Profile } from '@/lib/tokens/profile';
import type { CliIo } from '../cli-io';
import { chooseSessions, nameOf, type NumberedSession } from '../choose-sessions';
import { exitCode, InputError, type ExitCode } from '../exit-code';
import { readErrorText } from '../read-error';
import { left, plain, right, textTable } from '@/lib/answers/print/text-table';
import { askedOf, askedReplay, type Asked, type AskedOptions } from './asked-replay';

/** Options of `compactions`. */
interface CompactionsCommandOptions extends AskedOptions {
  /** Prints each summary's text, the continuation and the wrapper. */
  readonly text?: boolean;
}

/** A session whose texts are in a store. */
interface TextSession {
  readonly draft: SessionDraft;
  readonly profile: Profile;
}

/** Lists the compactions of a trace's sessions and of their replay. */
export async function compactionsCommand(
  file: string,
  given: CompactionsCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const asked = await askedOf(given, io);
  const { sessions, store } = await readTexts(file, io);
  const listed = chooseSessions(sessions, given.session).map((one) => ({
    one,
    ...listOf(one, store, asked, given.text === true),
  }));
  if (given.json === true) {
    const found = listed.map(({ one, policy, reports }) => {
      return {
        number: one.number,
        name: one.session.draft.head.name,
        policy,
        compactions: reports,
      };
    });
    io.out(`${JSON.stringify({ file, producer: PRODUCER, sessions: found })}\n`);
  } else {
    for (const { one, reports } of listed) {
      io.out(`${nameOf(one)}\n${listText(one, reports, given.text === true)}\n`);
    }
    io.out(`Computed by ${PRODUCER}.\n`);
  }
  return exitCode.clean;
}

/** Reads a trace and keeps its texts. @throws InputError if it is unreadable. */
async function readTexts(file: string, io: CliIo) {
  const store = new MemoryStore();
  const table = new EntryTable();
  const drafts: SessionDraft[] = [];
  const read = await readTrace(io.resolve(file), {
    name: file,
    store: {
      entry: (entry) => {
        table.push(entry);
        return store.entry(entry);
      },
      usage: () => -1,
    },
    onSession: (draft) => drafts.push(withLimit(draft)),
  });
  if (!read.ok) throw new InputError(readErrorText(file, read.error));
  const sessions = drafts.map((draft) => ({ draft, profile: profileOf(draft, table) }));
  return { sessions, store };
}

function listOf(
  one: NumberedSession<TextSession>,
  store: MemoryStore,
  asked: Asked,
  withTexts: boolean,
) {
  const { draft } = one.session;
  const { opening, policy, run } = askedReplay(one, asked);
  const log = new CompactedLog(run);
  for (const ref of draft.entries) {
    const entry = store.entries[ref];
    if (entry) log.push(entry);
  }
  const reports = compactionReports(run, opening.own, draft.head.compactions, {
    log,
    withTexts,
  });
  return { policy: policy.id, reports };
}

const COLUMNS = [
  ...right('step'),
  ...left('of'),
  ...right('before', 'after', 'entries', 'covered', 'summary'),
  ...left('summariser was given', 'its call'),
];

/** A table, and below it what each compaction left. */
function listText(
  { session: { profile } }: NumberedSession<TextSession>,
  reports: readonly CompactionReport[],
  withTexts: boolean,
): string {
  if (reports.length === 0) return 'No compaction, neither recorded nor replayed.\n';
  const rows = reports.map(({ step, source, before, after, covered, summary, summariser }) => [
    formatInteger(step),
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
  ]);
  const texts = withTexts ? reports.map((one) => textsOf(one, profile.stepCount)).join('\n') : '';
  return `${textTable(COLUMNS, rows)}${texts}`;
}

function textsOf(report: CompactionReport, stepCount: number): string {
  const { summary, fallback, replacing, before, after } = report;
  const saved = savedWords(before, after);
  const { text } = summary;
  const lines =
    text.kind === 'recorded'
      ? [...(text.sealed === null ? [] : [text.sealed, 'Beside it:', '']), ...text.texts]
      : [text.kind === 'none' ? text.reason : (fallback ?? 'A summary before it is not known.')];
  return [
    '',
    `${compactionHeadline(report, stepCount)}${saved === '' ? '' : ` ${saved}.`}`,
    fallback === null ? 'Summary:' : 'Summary, mechanical:',
    indented(lines.join('\n\n')),
    ...(replacing === null ? [] : ['Wrapper:', indented(replacing.wrapper.join('…'))]),
    ...(typeof replacing?.continuation === 'string'
      ? ['Continuation:', indented(replacing.continuation)]
      : []),
    '',
  ].join('\n');
}

/** Lines without control characters, two blanks in. */
const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${plain(line)}`.trimEnd())
    .join('\n');
