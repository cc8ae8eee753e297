import { chanceSessions, type ChanceCandidate } from '@/lib/analysis/recall/chance-session';
import type { OtherSession } from '@/lib/answers/model/question';
import type { SessionMeasurement } from '@/lib/analysis/subject/session-measurement';

/** A session with the names in its texts, and the file that holds it. */
export interface RecallFileSession extends SessionMeasurement {
  /** The file as it was written on the command line, and its path. */
  readonly file: string;
  readonly path: string;
  readonly format: string;
}

/**
 * Whose names tell the chance level of a session: the page's choice among these; null for none. Generated
 * sessions have to be named by their file.
 */
export function otherSession(
  own: RecallFileSession,
  all: readonly RecallFileSession[],
  isChosen: boolean,
): OtherSession | null {
  const candidates = all.filter((one) => isChosen || isRecorded(one)).map(candidateOf);
  for (const { session, kin } of chanceSessions(candidateOf(own), candidates)) {
    const names = session.from.references?.() ?? null;
    if (names === null) continue;
    const { file, draft } = session.from;
    return { names, about: { file, name: draft.head.name, kin }, isChosen };
  }
  return null;
}

const isRecorded = ({ draft }: RecallFileSession): boolean => draft.head.generated === null;

interface Candidate extends ChanceCandidate {
  readonly from: RecallFileSession;
}

function candidateOf(from: RecallFileSession): Candidate {
  const { draft, profile, path } = from;
  const { format, file, sessionId, parent } = draft.head.source;
  return {
    ...{ trace: path, format, file, sessionId, parent: parent?.sessionId ?? null },
    ...{ project: draft.project ?? null, steps: profile.stepCount, from },
  };
}
