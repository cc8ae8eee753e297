/** How near a session's work is to another's: another project, the same one, or the same trace. */
export const chanceKins = ['apart', 'project', 'trace'] as const;
export type ChanceKin = (typeof chanceKins)[number];

/** What of a session says whether its names tell the chance level of another. */
export interface ChanceCandidate {
  /** What holds it: a file, an import. */
  readonly trace: string;
  readonly format: string;
  /** Name of the file; some formats have no other identifier. */
  readonly file: string;
  /** Its identifier inside its trace; empty where it has none. */
  readonly sessionId: string;
  /** Identifier of the session that it belongs to; null for none. */
  readonly parent: string | null;
  /** The folder or repository that its agent worked in, or a hash of that; null: not known. */
  readonly project: string | null;
  readonly steps: number;
}

/** A session whose names may tell the chance level, and how near it is. */
interface ChanceSession<S> {
  readonly session: S;
  readonly kin: ChanceKin;
}

/**
 * The sessions whose names may tell a session's chance level, the one to take first: of another project
 * before the same one, of another trace before the same one, then the longest, of equal ones the earlier.
 * The session itself, its sub-agents and its parent say its own names and are left out, and so is a
 * session without steps. It looks at no names: a choice by contents would choose the result.
 */
export function chanceSessions<S extends ChanceCandidate>(
  own: ChanceCandidate,
  all: readonly S[],
): readonly ChanceSession<S>[] {
  return all
    .filter((other) => other.steps > 0 && !isRelated(own, other))
    .map((session) => ({ session, kin: kinOf(own, session) }))
    .toSorted(
      (a, b) =>
        chanceKins.indexOf(a.kin) - chanceKins.indexOf(b.kin) || b.session.steps - a.session.steps,
    );
}

/** How near another session is; what nobody recorded counts as another project. */
function kinOf(own: ChanceCandidate, other: ChanceCandidate): ChanceKin {
  if (own.trace === other.trace) return 'trace';
  return own.project !== null && own.project === other.project ? 'project' : 'apart';
}

/** They are one session or lanes of one: one identifier, one parent, or one is the other's parent. */
function isRelated(own: ChanceCandidate, other: ChanceCandidate): boolean {
  if (own.format !== other.format) return false;
  const isParent = own.parent === other.sessionId || other.parent === own.sessionId;
  const isSibling = own.parent !== null && own.parent === other.parent;
  // Between traces a file's name, and none, identify nothing.
  const isNamed = own.sessionId !== '' && own.sessionId !== own.file;
  const isSame = own.sessionId === other.sessionId && (isNamed || own.trace === other.trace);
  return isParent || isSibling || isSame;
}
