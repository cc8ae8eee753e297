import type { Result } from '@/lib/engine/base/result';
import { importErrorCodes, type ImportError } from '@/lib/readers/importers/importer';
import type { Receipt } from '@/lib/readers/importers/receipt';
import { findContradiction } from '@/lib/engine/session/check';
import type { Session } from '@/lib/engine/session/schema';
import { parseSession, serializeSession } from '@/lib/engine/session/serialize';

/** The checked parts of a read trace. */
interface Read {
  readonly sessions: readonly Session[];
  readonly receipt: Receipt;
}

const sum = (lines: Receipt['merged']): number =>
  lines.reduce((records, line) => records + line.records, 0);

/** Fault in the result of a read; null for complete sessions and for known errors. */
export function faultOf(read: Result<Read, ImportError>): string | null {
  if (!read.ok) {
    const { code, message } = read.error;
    if (!importErrorCodes.includes(code)) return `unknown error code ${code}`;
    if (code === 'internal') return message;
    return message.endsWith('.') ? null : `no sentence: ${message}`;
  }
  const { sessions, receipt } = read.value;
  if (sessions.length === 0) return 'no session and no error';
  if (receipt.read !== receipt.kept + sum(receipt.merged) + sum(receipt.dropped)) {
    return 'the receipt does not add up';
  }
  const lanes = new Set(sessions.map(({ source }) => `${source.sessionId}\n${source.lane}`));
  if (lanes.size !== sessions.length) return 'two sessions of one id and lane';
  for (const session of sessions) {
    const fault = faultOfSession(session);
    if (fault !== null) return `${session.source.sessionId}: ${fault}`;
  }
  return null;
}

function faultOfSession(session: Session): string | null {
  if (session.steps.length === 0) return 'a session without a step';
  const contradiction = findContradiction(session);
  if (contradiction !== null) return `${contradiction.message} ${contradiction.at}`;
  const text = serializeSession(session);
  const again = parseSession(JSON.parse(text));
  if (!again.ok) return `refused when read again: ${again.error.message} ${again.error.at}`;
  return serializeSession(again.value) === text ? null : 'another session when read again';
}
