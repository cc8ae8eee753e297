import * as z from 'zod';
import { InputError } from '../exit-code';
import { fileSession, type FileSession } from '../tuning/corpus-of-files';
import type { TraceDesk } from './trace-desk';

const MOST_SESSIONS = 500;
const MOST_UNREAD = 20;

/** What every answer about many sessions begins with. */
export const corpusOutput = {
  producer: z.string().describe('Highwater’s version and engine'),
  read: z.int().describe('Sessions that were replayed'),
  whole: z.boolean().describe(`False where there are more than ${MOST_SESSIONS} sessions`),
  unread: z.array(z.string()).describe('The first inputs that cannot be read, and why'),
};

/** The sessions below some paths as a corpus. @throws InputError where there is none. */
export async function corpusBelow(
  paths: readonly string[],
  desk: TraceDesk,
): Promise<{
  readonly sessions: readonly FileSession[];
  readonly read: number;
  readonly whole: boolean;
  readonly unread: string[];
}> {
  const { sessions: found, unread, whole } = await desk.every(paths, MOST_SESSIONS);
  const sessions = found.map(({ file, session }) => fileSession(file, session));
  if (sessions.length === 0) {
    const why = unread[0] ?? 'Name files, folders or archives of recordings.';
    throw new InputError(`No session was found. ${why}`);
  }
  return { sessions, read: sessions.length, whole, unread: unread.slice(0, MOST_UNREAD) };
}
