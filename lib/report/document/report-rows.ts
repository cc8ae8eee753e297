import { csvRecord } from '@/lib/base/csv';
import { namedSettings } from '@/lib/policies/contract/named-settings';
import { PRODUCER } from '@/lib/replay/engine';
import { formatFault } from '@/lib/replay/faults/faults';
import { stepColumns, stepObjects, stepRow } from '@/lib/report/export/step-rows';
import { profileHash } from '@/lib/tokens/profile-hash';
import { presetUsed } from './preset-used';
import { plainText } from './render/plain-text';
import { shownSubject, type ReportSubject } from './report-subject';

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

const stepNumbers = ({ run }: ReportSubject): readonly number[] =>
  Array.from({ length: run.session.profile.stepCount }, (_, step) => step);

/**
 * Every step as CSV. The first line begins with # and says in `key=value` what the rows are of; the
 * columns are those of `highwater replay --csv`.
 */
export function reportCsv(given: ReportSubject): string {
  const subject = shownSubject(given);
  const { head, run } = subject;
  const { settings, faults, ...facts } = rowsHead(subject);
  const pairs = [
    ...Object.entries(facts),
    ...Object.entries(settings).map(([key, value]) => [`settings.${key}`, value] as const),
    ...faults.map((fault) => ['fault', fault] as const),
  ];
  const rows = stepNumbers(subject).map((step) =>
    csvRecord([head.name, head.source.lane, ...stepRow(run, step)]),
  );
  return [
    `# ${pairs.map(([key, value]) => `${key}=${commentText(value)}`).join('; ')}\r\n`,
    csvRecord(['session', 'lane', ...stepColumns]),
    ...rows,
  ].join('');
}

/** A value that cannot end the line, nor look like another pair or a cell. */
const commentText = (value: unknown): string =>
  plainText(String(value)).replace(/[^\w .+@*/:-]/gu, encodeURIComponent);

/** Every step as JSON, a line each; the first line says what they are of. */
export function reportNdjson(given: ReportSubject): string {
  const subject = shownSubject(given);
  const { name, source } = subject.head;
  const head = { ...rowsHead(subject), session: name, lane: source.lane, columns: stepColumns };
  return [head, ...stepObjects(subject.run)].map((line) => `${JSON.stringify(line)}\n`).join('');
}
