import type { SessionDraft } from './draft';

/** A home folder, and whose it is: of Linux, macOS, Windows, and Windows seen from Linux. */
const HOME = /^(?:\/(?:home|Users|mnt\/[a-z]\/Users)\/|[a-z]:[/\\]Users[/\\])([^/\\]+)/i;

/** Whose home folder a path lies in; null outside of one. */
export const homeOwner = (path: unknown): string | null => {
  if (typeof path !== 'string') return null;
  return /^\/root(?:\/|$)/.test(path) ? 'root' : (HOME.exec(path)?.[1] ?? null);
};

/**
 * Who ran a recorded session: the user or account that its file names, else whose home folder the agent
 * worked in; null where neither is recorded. It is compared, and never told.
 */
export const sessionUser = ({ user, project }: Pick<SessionDraft, 'user' | 'project'>) =>
  user ?? homeOwner(project);
