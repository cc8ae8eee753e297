import * as z from 'zod';
import type { SessionReplay } from '@/lib/analysis/subject/replay-session';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { replayedUnder } from '../answers/session-subject';
import type { SessionOfTrace } from '../choose-sessions';

/** What every answer about one session begins with. */
export const sessionOutput = {
  producer: z.string().describe('Highwater’s version and engine'),
  file: z.string(),
  session: z.object({ number: z.int(), of: z.int(), name: z.string() }),
  policy: z.string(),
  preset: z.string().nullable().describe('Version or variant of the policy'),
  settings: z.record(z.string(), z.unknown()),
};

/** The same for a session that was replayed. */
export const ofSession = (
  file: string,
  { number, of, session }: SessionOfTrace & { readonly of: number },
  replayed: Pick<SessionReplay, 'policy' | 'preset' | 'settings'>,
) => ({
  producer: PRODUCER,
  file,
  session: { number, of, name: session.draft.head.name },
  ...replayedUnder(replayed),
});
