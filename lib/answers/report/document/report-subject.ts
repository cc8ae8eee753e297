import type { SessionSubject } from '@/lib/answers/model/question';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { SessionHead } from '@/lib/engine/session/schema';
import type { StepNote } from '@/lib/engine/session/step-note';
import { neutralLabel, neutralVersion } from '@/lib/engine/tokens/numbers-only';

/** What a user wrote on a step, or on a range of steps. */
export interface ReportNote extends StepRange {
  readonly text: string;
}

/** Notes of a session, as a report holds them. */
export const reportNotes = (notes: readonly StepNote[]): readonly ReportNote[] =>
  notes.map(({ first, last, text }) => ({ from: first, to: last, text }));

/** What a report is of: a replayed session, as questions are asked about it, and what is asked. */
export interface ReportSubject extends SessionSubject {
  /** null: the first event. */
  readonly step: number | null;
  /** Steps of the chart; null: all. */
  readonly range: StepRange | null;
  /** Names and labels that the recording brought are shown; else none of its texts is. */
  readonly texts: boolean;
  readonly notes: readonly ReportNote[];
}

/** Name of an agent that is not told. */
export const SOME_AGENT = 'the agent';

/** Head of the session that a report is of. */
export const headOf = ({ measured }: Pick<ReportSubject, 'measured'>): SessionHead =>
  measured.draft.head;

/**
 * The subject as it may be shown. Without its texts it has what a numbers-only session has: formats,
 * models, version numbers, times and counts; no names of sessions, agents, lanes, files and tools, no
 * labels and no notices.
 */
export function shownSubject(given: ReportSubject): ReportSubject {
  const { run, opening, texts } = given;
  const head = headOf(given);
  if (texts) return withHead(given, { ...head, source: namedSource(head.source) });
  const { profile } = run.session;
  const labels = profile.head.labels.map(neutralLabel);
  const unlabelled = { ...profile, head: { ...profile.head, labels } };
  const source = {
    ...head.source,
    agent: SOME_AGENT,
    agentVersion: neutralVersion(head.source.agentVersion),
    file: '',
    sessionId: '',
    lane: head.source.lane === 'main' ? 'main' : '',
    parent: null,
  };
  const nameless = {
    ...given,
    opening: {
      ...opening,
      own: opening.own && { ...opening.own, words: opening.own.policy.label },
    },
    run: { ...run, session: { ...run.session, profile: unlabelled } },
    tools: null,
    nameOf: () => null,
  };
  return withHead(nameless, { ...head, name: 'Numbers only', source, notices: [] });
}

/** The subject under another head, with the profile of its run. */
const withHead = (subject: ReportSubject, head: SessionHead): ReportSubject => ({
  ...subject,
  measured: { draft: { head }, profile: subject.run.session.profile },
});

const namedSource = (source: SessionHead['source']): SessionHead['source'] =>
  source.agent === '' ? { ...source, agent: SOME_AGENT } : source;
