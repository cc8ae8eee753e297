import { prepare, type Replayable } from '../prepare';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';

/** A session, measured and prepared for its replays. */
export const preparedSession = (session: Session): Replayable => prepare(measureSession(session));

/** The same of a session drawn as a text picture. */
export const drawnSession = (picture: string): Replayable => preparedSession(textSession(picture));
