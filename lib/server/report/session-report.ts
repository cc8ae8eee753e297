import { costTotal } from '@/lib/analysis/cost/cost-total';
import { costReport } from '@/lib/analysis/cost/cost-report';
import type { EntryName } from '@/lib/analysis/detectors/evidence/evidence';
import { namedEntries } from '@/lib/analysis/detectors/registry';
import type { Opening } from '@/lib/analysis/fit/opening';
import type { StepRange } from '@/lib/engine/base/decimate';
import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import type { Replay } from '@/lib/engine/replay/replay';
import { reportDocument } from '@/lib/answers/report/document/report-document';
import type { ChartTheme, ReportFormat } from '@/lib/answers/report/document/report-format';
import type {
  ReportCost,
  ReportNote,
  ReportSubject,
} from '@/lib/answers/report/document/report-subject';
import type { SessionHead } from '@/lib/engine/session/schema';
import type { ToolNames } from '@/lib/engine/tokens/text/tool-names';

/** A session as a host holds it; names are asked for only where they are to be shown. */
export interface ReportedSession {
  readonly head: Pick<SessionHead, 'name' | 'source' | 'notices'>;
  readonly tools: () => Promise<ToolNames>;
  /** Names of some entries, ascending. */
  readonly namesOf: (entries: readonly number[]) => Promise<ReadonlyMap<number, EntryName>>;
}

/** A replay, and what of it is asked. */
export interface ReportQuestion {
  readonly opening: Opening;
  readonly run: Replay;
  readonly step: number | null;
  readonly range: StepRange | null;
  readonly texts: boolean;
  readonly notes: readonly ReportNote[];
}

/** A report's file, for the page, the command line and the API; secrets in names and notes are masked. */
export async function sessionReport(
  session: ReportedSession,
  question: ReportQuestion,
  format: ReportFormat,
  theme: ChartTheme = 'auto',
): Promise<string> {
  const subject: ReportSubject = {
    ...question,
    ...(await namesOf(session, question)),
    notes: (await maskSecrets(question.notes)).value,
    cost: costOf(question),
  };
  return reportDocument(subject, format, theme);
}

/** The names of the recording, masked; none where none is to be shown. */
async function namesOf(
  { head, tools, namesOf: read }: ReportedSession,
  { run, texts }: ReportQuestion,
): Promise<Pick<ReportSubject, 'head' | 'tools' | 'nameOf' | 'run'>> {
  const { profile } = run.session;
  if (!texts || profile.stepCount === 0) return { head, run, tools: null, nameOf: () => null };
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
    head: value.head,
    run: { ...run, session: { ...run.session, profile: masked } },
    tools: { names: value.names, ...places },
    nameOf: (entry) => entries.get(entry) ?? null,
  };
}

/** What the session cost and would cost, by the list that ships; null where it knows no price. */
function costOf({ run, opening }: ReportQuestion): ReportCost | null {
  const { profile } = run.session;
  const prices = sessionPrices(profile, new Date());
  if (profile.stepCount === 0 || prices.models.every(({ rates }) => rates === null)) return null;
  const rates = ratesOf(prices);
  const agent = opening.own?.policy.traits.summariserCache;
  const { report } = costReport(run, { ratesOf: rates, agent });
  const known = prices.recorded ? 'the day it began' : 'it names no day';
  return {
    report,
    prices: `${prices.list}, of ${prices.day} (${known})`,
    dollarsOf: (of) => costTotal(of, rates),
  };
}
