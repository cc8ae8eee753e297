import { sessionReport } from '@/lib/server/report/session-report';
import { reportRequestSchema } from '@/lib/api/contract/workbench/report-contract';
import { withEscapes } from '@/lib/engine/base/text/control-characters';
import { stepNotes } from '@/lib/server/db/runs/notes';
import { reportFiles } from '@/lib/answers/report/document/report-format';
import { reportNotes } from '@/lib/answers/report/document/report-subject';
import { entryNames } from '../../findings/named-findings';
import { handler, jsonBody, type IdPath } from '../../handler';
import { requireSession } from '../../records';
import { requestedRun, requireStep } from './requested-run';
import { toolNames } from '../texts/tool-names';

export const postReport = handler<IdPath>(
  {
    at: 'POST /api/sessions/{id}/report',
    about: 'One file that says what happened and why; numbers only unless asked.',
    sends: 'text/html',
    body: reportRequestSchema,
  },
  async ({ db, params, request }) => {
    const body = await jsonBody(request, reportRequestSchema);
    const row = await requireSession(db, params.id);
    const { head, profile, ...replayed } = await requestedRun(db, row, body);
    const [from, to] = body.range ?? [];
    requireStep(profile.stepCount, to, 'range');
    const text = await sessionReport(
      { ...replayed, measured: { draft: { head }, profile } },
      {
        tools: () => toolNames(db, row),
        namesOf: (entries) => entryNames(db, row, entries),
      },
      {
        step: body.step ?? null,
        range: from === undefined || to === undefined ? null : { from, to },
        texts: body.texts,
        notes: [
          ...(body.sessionNotes ? reportNotes(await stepNotes(db, row.id)) : []),
          ...body.notes,
        ],
      },
      body,
    );
    const { ending, type } = reportFiles[body.format];
    return new Response(withEscapes(text), {
      headers: {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="highwater-${row.id}.${ending}"`,
        'Cache-Control': 'no-store',
      },
    });
  },
);
