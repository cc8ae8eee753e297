import * as z from 'zod';
import type { Policy } from '@/lib/policies/contract/policy';
import { PRODUCER } from '@/lib/replay/engine';
import type { NumberedSession } from '../choose-sessions';

/** What every answer about one session begins with. */
export const sessionOutput = {
  producer: z.string().describe('Highwater’s version and engine'),
  file: z.string(),
  session: z.object({ number: z.int(), of: z.int(), name: z.string() }),
  policy: z.string(),
  settings: z.record(z.string(), z.unknown()),
};

/** The same for a session that was replayed. */
export const ofSession = (
  file: string,
  { number, of, session }: NumberedSession & { readonly of: number },
  { policy, settings }: { readonly policy: Policy; readonly settings: unknown },
) => ({
  producer: PRODUCER,
  file,
  session: { number, of, name: session.draft.head.name },
  policy: policy.id,
  settings: settings as Record<string, unknown>,
});
