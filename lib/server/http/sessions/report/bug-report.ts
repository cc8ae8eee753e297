import { bugFile } from '@/lib/server/report/bug-file';
import { bugRequestSchema } from '@/lib/api/contract/workbench/report-contract';
import { parseSession } from '@/lib/engine/session/serialize';
import type { Session } from '@/lib/engine/session/schema';
import { withEscapes } from '@/lib/engine/base/text/control-characters';
import type { Database } from '@/lib/server/db/client';
import type { SessionListRow } from '@/lib/server/db/sessions/sessions';
import { handler, jsonBody, type IdPath } from '../../handler';
import { requireSession } from '../../records';
import { requestedRun } from './requested-run';
import { exportText } from '../export';

export const postBugReport = handler<IdPath>(
  {
    at: 'POST /api/sessions/{id}/bug-report',
    about: 'A wrong result as numbers only, as the command bug-report writes it.',
    sends: 'application/json',
    body: bugRequestSchema,
  },
  async ({ db, params, request }) => {
    const { expected, step, ...question } = await jsonBody(request, bugRequestSchema);
    const row = await requireSession(db, params.id);
    const { run } = await requestedRun(db, row, { ...question, step });
    const session = await sizesOf(db, row);
    const text = bugFile({ run, faults: question.faults, session, step, expected });
    return new Response(withEscapes(text), {
      headers: {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="highwater-${row.id}-bug.json"`,
        'Cache-Control': 'no-store',
      },
    });
  },
);

/** The session's numbers-only form. */
async function sizesOf(db: Database, row: SessionListRow): Promise<Session> {
  const pieces: string[] = [];
  for await (const piece of exportText(db, row, 'numbers')) pieces.push(piece);
  const parsed = parseSession(JSON.parse(pieces.join('')));
  if (!parsed.ok) throw new Error(`${row.id} is stored wrong: ${parsed.error.message}`);
  return parsed.value;
}
