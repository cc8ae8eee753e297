import { PRODUCER } from '@/lib/engine/replay/engine';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { noTraceCodes } from '@/lib/readers/importers/importer';
import { mappedImporter } from '@/lib/readers/importers/mapped/mapped';
import { lacking, type Receipt, type ReceiptLine } from '@/lib/readers/importers/receipt';
import { recorded } from '@/lib/policies/highwater/recorded';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { knownPrefix } from '@/lib/engine/replay/session-prefix';
import { fidelityReport } from '@/lib/analysis/fit/fidelity-report';
import { fittedEvidence } from '@/lib/analysis/fit/fitted-threshold';
import { dropsText, unexplainedDrops } from '@/lib/analysis/explain/recording/unexplained-drops';
import {
  EARLIER_PART,
  unknownHead,
  unknownHeadText,
} from '@/lib/analysis/explain/recording/unknown-head';
import { usageWords } from '@/lib/engine/tokens/usage/recorded-usage';
import { fitVersions, groupWords, sessionEvidence } from '@/lib/analysis/fit/version-fit';
import type { SessionMeasurement } from '@/lib/analysis/subject/session-measurement';
import type { Notice } from '@/lib/engine/session/schema';
import type { CliIo } from '../cli-io';
import { exitCode, type ExitCode } from '../exit-code';
import { readMapping } from './map-command';
import { measureInput, type MeasuredTrace, type UnreadMember } from '../measure-trace';
import { readErrorText } from '../read-error';
import { left, right, textTable } from '@/lib/answers/print/text-table';

/**
 * Reads files, folders and archives and prints their content; continues after an unreadable file.
 * Files of a folder or archive that are not traces are counted, but do not fail the command.
 */
export async function importCommand(
  files: readonly string[],
  options: { readonly json?: boolean; readonly refused?: boolean; readonly mapping?: string },
  io: CliIo,
): Promise<ExitCode> {
  const importer =
    options.mapping === undefined
      ? undefined
      : mappedImporter(await readMapping(options.mapping, io));
  const traces: MeasuredTrace[] = [];
  const skipped: UnreadMember[] = [];
  const unread: UnreadMember[] = [];
  for (const given of files) {
    for await (const found of measureInput(given, io.resolve(given), { importer })) {
      if ('format' in found) {
        traces.push(found);
        if (options.json !== true) io.out(traceText(found));
        continue;
      }
      unread.push(found);
      if (found.file !== given && noTraceCodes.includes(found.error.code)) {
        skipped.push(found);
      } else {
        io.message(readErrorText(found.file, found.error));
      }
    }
  }
  if (options.json === true) printJson(traces, options.refused === true ? unread : [], io);
  else io.out(fitsText(traces));
  if (skipped.length > 0) io.message(skippedText(skipped));
  const failed = unread.length - skipped.length;
  const total = traces.length + unread.length;
  if (failed > 0) io.message(`${failed} of ${total} files could not be read.`);
  if (traces.length + failed === 0) io.message('No trace was found.');
  return traces.length === 0 || failed > 0 ? exitCode.unreadable : exitCode.clean;
}

/** One line per agent version with several sessions to fit a threshold to. */
function fitsText(traces: readonly MeasuredTrace[]): string {
  const sessions = traces.flatMap((trace) => trace.sessions);
  const evidence = sessions.flatMap(({ draft, profile }) => {
    const one = sessionEvidence(draft.head.source, profile);
    return one === null ? [] : [one];
  });
  return fitVersions(evidence)
    .map(
      ({ group, fitted }) =>
        `Threshold fitted to ${groupWords(group)}: ${formatInteger(fitted.tokens)} tokens. ${fittedEvidence(fitted)}\n`,
    )
    .join('');
}

/** The files that are not traces, all of them, grouped by cause. */
function skippedText(skipped: readonly UnreadMember[]): string {
  const causes = new Map<string, string[]>();
  for (const { file, error } of skipped) {
    const files = causes.get(error.message) ?? [];
    causes.set(error.message, files);
    files.push(file);
  }
  const lines = [...causes].map(
    ([cause, files]) => `  ${counted(files.length, 'file')}: ${cause} ${files.join(', ')}`,
  );
  const verb = skipped.length === 1 ? 'is not a trace' : 'are not traces';
  return [`${counted(skipped.length, 'file')} ${verb}:`, ...lines].join('\n');
}

/** One array: the traces, then the files that were not read, with their errors. */
function printJson(
  traces: readonly MeasuredTrace[],
  unread: readonly UnreadMember[],
  io: CliIo,
): void {
  const refused = unread.map(({ file, error }) => ({ file, format: null, sessions: [], error }));
  io.out(`${JSON.stringify([...traces.map(traceJson), ...refused])}\n`);
}

const traceJson = ({ file, format, receipt, sessions }: MeasuredTrace) => ({
  producer: PRODUCER,
  file,
  format,
  receipt,
  sessions: sessions.map(sessionJson),
});

const COMPACTION_FIELDS = ['step', 'entry', 'kind', 'trigger', 'preTokens', 'postTokens'] as const;

/** A session's recorded numbers; `heuristic` counts each request as far as the trace holds it. */
function sessionJson({ draft, profile }: SessionMeasurement) {
  const { head } = draft;
  const session = prepare(profile, knownPrefix(profile));
  const { columns } = replay(session, recorded, {});
  return {
    name: head.name,
    agent: head.source.agent,
    sessionId: head.source.sessionId,
    lane: head.source.lane,
    parent: head.source.parent,
    model: head.model,
    limit: head.limit,
    usage: usageWords(profile).brief,
    prefix: { system: profile.head.system, tools: profile.head.tools },
    entries: profile.entryCount,
    recordedCompactions: head.compactions.map((compaction) =>
      Object.fromEntries(COMPACTION_FIELDS.map((field) => [field, compaction[field]])),
    ),
    /** Null where the recording has no compaction and the agent’s policy would have made none. */
    fidelity: fidelityReport(head.source, profile),
    /** What the first request holds beside the recording; null where the recording is whole. */
    unknownHead: unknownHead(session),
    /** Steps whose request is much smaller than the one before, without a recorded cause. */
    unexplainedDrops: unexplainedDrops(session),
    notices: head.notices,
    steps: draft.steps.map(({ entries, real, rejected }, i) => ({
      entries,
      heuristic: columns.heuristic[i],
      real,
      ...(rejected ? { rejected } : {}),
    })),
  };
}

const SESSION_COLUMNS = [
  ...right('#'),
  ...left('session', 'lane', 'model', 'usage'),
  ...right('entries', 'steps', 'peak real', 'compactions'),
];

function traceText(trace: MeasuredTrace): string {
  const { file, format, receipt, sessions } = trace;
  const counted =
    sessions.length === 1 ? '1 session' : `${formatInteger(sessions.length)} sessions`;
  const rows = sessions.map(({ draft, profile }, i) => [
    String(i + 1),
    draft.head.name,
    draft.head.source.lane,
    draft.head.model ?? '–',
    usageWords(profile).brief,
    formatInteger(profile.entryCount),
    formatInteger(profile.stepCount),
    peakText(profile.steps.real),
    formatInteger(draft.head.compactions.length),
  ]);
  const notices = sessions.flatMap(({ draft }) => draft.head.notices.map(noticeText));
  const noticed = sessions.flatMap(({ draft, profile }, i) => {
    const session = prepare(profile, knownPrefix(profile));
    return [
      unknownHeadText(session, draft.head.source.agent),
      dropsText(unexplainedDrops(session)),
    ].flatMap((text) => (text === null ? [] : [`session ${formatInteger(i + 1)}: ${text}`]));
  });
  const judged = sessions.flatMap(({ draft, profile }, i) => {
    const report = fidelityReport(draft.head.source, profile);
    return report === null ? [] : [`session ${formatInteger(i + 1)}: ${report.text}`];
  });
  const inside = sessions.some(
    ({ profile }) => unknownHead(prepare(profile, knownPrefix(profile))) !== null,
  );
  const lines = [
    ...receiptLines(inside ? lacking(receipt, EARLIER_PART) : receipt),
    ...notices,
    ...noticed,
    ...judged,
  ]
    .map((line) => `  ${line}\n`)
    .join('');
  return `${file}: ${format}, ${counted}\n${lines}${textTable(SESSION_COLUMNS, rows)}\n`;
}

function peakText(real: Int32Array): string {
  const peak = real.reduce((most, value) => Math.max(most, value), -1);
  return peak < 0 ? '–' : formatInteger(peak);
}

const places = (at: readonly (number | string)[]): string =>
  at.length === 0 ? '' : ` (first at ${at.join(', ')})`;

const lineText = (verb: string, { reason, records, at }: ReceiptLine): string =>
  `${verb} ${formatInteger(records)}: ${reason}${places(at)}`;

function receiptLines({
  read,
  kept,
  merged,
  dropped,
  lost = 0,
  remarks,
  incomplete = [],
}: Receipt): readonly string[] {
  const whole = incomplete.length === 0 ? 'nothing lost' : 'may be incomplete';
  const loss = lost === 0 ? whole : `lost ${formatInteger(lost)}`;
  return [
    `read ${formatInteger(read)} records, kept ${formatInteger(kept)}, ${loss}`,
    ...merged.map((line) => lineText('merged', line)),
    ...dropped.map((line) => lineText(line.lost === true ? 'lost' : 'dropped', line)),
    ...incomplete.map((what) => `may be incomplete: ${what}`),
    ...remarks,
  ];
}

const noticeText = ({ message, at, times }: Notice): string =>
  `notice: ${message}${times > 1 ? ` ${formatInteger(times)} times` : ''}${places(at)}`;
