import { csvRecord } from '@/lib/engine/base/csv';
import { namedSettings } from '@/lib/engine/policy/named-settings';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import { stepColumns, stepObjects, stepRow } from '@/lib/analysis/export/step-rows';
import { noteLines } from '@/lib/answers/report/runs/step-notes';
import type { StepNote } from '@/lib/engine/session/step-note';
import { profileHash } from '@/lib/engine/tokens/profile-hash';
import { presetUsed } from './preset-used';
import { plainText } from '@/lib/answers/print/plain-text';
import { headOf, shownSubject, type ReportSubject } from './report-subject';

/** What the rows are of: the first line of either form. */
function rowsHead({ run }: ReportSubject) {
  const { policy, settings, faults, session, divergence } = run;
  return {
    producer: PRODUCER,
    policy: policy.id,
    preset: presetUsed(run)?.id ?? null,
    settings: namedSettings(policy, settings),
    faults: faults.map(({ fault }) => formatFault(fault)),
    recording: profileHash(session.profile),
    steps: session.profile.stepCount,
    /** Unit of every count without another name. */
    unit: 'tokens',
    /** First step whose request is not the recorded one; `realKind` marks each projected real. */
    projectedFrom: divergence < 0 ? null : divergence,
  };
}

/** The steps asked for: those of the range, or all. */
const stepNumbers = ({ run, range }: ReportSubject): readonly number[] =>
  Array.from({ length: run.session.profile.stepCount }, (_, step) => step).filter(
    (step) => range === null || (step >= range.from && step <= range.to),
  );

/** Column of the notes, behind the others: only in a report that has notes. */
const NOTES = 'notes';

/** The notes that begin at each step: a range is said once, at its first step. */
function notesByStep({ notes }: ReportSubject): ReadonlyMap<number, readonly StepNote[]> {
  const found = new Map<number, readonly StepNote[]>();
  for (const { from, to, text } of notes) {
    const note = { first: from, last: to, text: plainText(text) };
    found.set(from, [...(found.get(from) ?? []), note]);
  }
  return found;
}

/**
 * Every step as CSV. The first line begins with # and says in `key=value` what the rows are of; the
 * columns are those of `highwater replay --csv`, and `notes` where there are any.
 */
export function reportCsv(given: ReportSubject): string {
  const subject = shownSubject(given);
  const { run } = subject;
  const head = headOf(subject);
  const { settings, faults, ...facts } = rowsHead(subject);
  const pairs = [
    ...Object.entries(facts),
    ...Object.entries(settings).map(([key, value]) => [`settings.${key}`, value] as const),
    ...faults.map((fault) => ['fault', fault] as const),
  ];
  const notes = notesByStep(subject);
  const noted = (step: number): readonly (string | null)[] =>
    notes.size === 0 ? [] : [notes.has(step) ? noteLines(notes.get(step) ?? []).join(' | ') : null];
  const rows = stepNumbers(subject).map((step) =>
    csvRecord([head.name, head.source.lane, ...stepRow(run, step), ...noted(step)]),
  );
  return [
    `# ${pairs.map(([key, value]) => `${key}=${commentText(value)}`).join('; ')}\r\n`,
    csvRecord(['session', 'lane', ...stepColumns, ...(notes.size === 0 ? [] : [NOTES])]),
    ...rows,
  ].join('');
}

/** A value that cannot end the line, nor look like another pair or a cell. */
const commentText = (value: unknown): string =>
  plainText(String(value)).replace(/[^\w .+@*/:-]/gu, encodeURIComponent);

/** Every step as JSON, a line each; the first line says what they are of. */
export function reportNdjson(given: ReportSubject): string {
  const subject = shownSubject(given);
  const { name, source } = headOf(subject);
  const notes = notesByStep(subject);
  const columns = notes.size === 0 ? stepColumns : [...stepColumns, NOTES];
  const head = { ...rowsHead(subject), session: name, lane: source.lane, columns };
  const all = stepObjects(subject.run);
  const rows = stepNumbers(subject).map((step) =>
    notes.size === 0 ? all[step] : { ...all[step], [NOTES]: notes.get(step) ?? [] },
  );
  return [head, ...rows].map((line) => `${JSON.stringify(line)}\n`).join('');
}
