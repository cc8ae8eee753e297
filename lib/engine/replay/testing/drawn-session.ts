import { prepare, type Replayable } from '../prepare';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';

/** A session, measured and prepared for its replays. */
export const preparedSession = (session: Session): Replayable => prepare(measureSession(session));

/** The same of a session drawn as a text picture. */
export const drawnSession = (picture: string): Replayable => preparedSession(textSession(picture));

/** Six steps of density 2 behind a hidden prefix of 1,000 tokens; each adds 100 heuristic tokens. */
export const STEADY = `
  u 400
  -- 1200
  m 400
  -- 1400
  m 400
  -- 1600
  m 400
  -- 1800
  m 400
  -- 2000
  m 400
  -- 2200
`;
