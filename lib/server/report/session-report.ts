import type { EntryName } from '@/lib/analysis/detectors/evidence/evidence';
import { namedEntries } from '@/lib/analysis/detectors/registry';
import type { SessionReplay } from '@/lib/analysis/subject/replay-session';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import { reportDocument } from '@/lib/answers/report/document/report-document';
import type { ChartTheme, ReportFormat } from '@/lib/answers/report/document/report-format';
import type { ReportSubject } from '@/lib/answers/report/document/report-subject';
import type { ToolNames } from '@/lib/engine/tokens/text/tool-names';

/** Names of a session as a host holds them, asked for only where they are to be shown. */
export interface ReportedNames {
  readonly tools: () => Promise<ToolNames>;
  /** Names of some entries, ascending. */
  readonly namesOf: (entries: readonly number[]) => Promise<ReadonlyMap<number, EntryName>>;
}

/** What of a replay is asked. */
export type ReportQuestion = Pick<ReportSubject, 'step' | 'range' | 'texts' | 'notes'>;

/** A report's file, for the page, the command line and the API; secrets in names and notes are masked. */
export async function sessionReport(
  replayed: SessionReplay,
  names: ReportedNames,
  question: ReportQuestion,
  { format, theme = 'auto' }: { readonly format: ReportFormat; readonly theme?: ChartTheme },
): Promise<string> {
  const { profile } = replayed.measured;
  const now = new Date();
  const subject: ReportSubject = {
    ...question,
    ...(question.texts && profile.stepCount > 0
      ? await withNames(replayed, names)
      : { ...replayed, tools: null, nameOf: () => null }),
    notes: (await maskSecrets(question.notes)).value,
    references: null,
    log: null,
    other: null,
    pricesOf: (...of) => sessionPrices(profile, now, ...of),
  };
  return reportDocument(subject, format, theme);
}

/** The replay with the names of its recording, masked. */
async function withNames(
  replayed: SessionReplay,
  { tools, namesOf: read }: ReportedNames,
): Promise<SessionReplay & Pick<ReportSubject, 'tools' | 'nameOf'>> {
  const { run, measured } = replayed;
  const { head } = measured.draft;
  const { profile } = run.session;
  const { name, source, notices } = head;
  const { names, ...places } = await tools();
  const asked = namedEntries(run, { agent: source.agent, notices });
  const { value } = await maskSecrets({
    head: { name, source, notices },
    names,
    labels: profile.head.labels,
    entries: [...(await read(asked))],
  });
  const entries = new Map(value.entries);
  const masked = { ...profile, head: { ...profile.head, labels: value.labels } };
  return {
    ...replayed,
    measured: { draft: { head: { ...head, ...value.head } }, profile: masked },
    run: { ...run, session: { ...run.session, profile: masked } },
    tools: { names: value.names, ...places },
    nameOf: (entry) => entries.get(entry) ?? null,
  };
}
