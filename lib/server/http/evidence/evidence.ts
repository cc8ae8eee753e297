import {
  evidenceInputSchema,
  type EvidenceInput,
} from '@/lib/api/contract/tuning/evidence-contract';
import { planFault } from '@/lib/tuning/sweep/plan-fault';
import { namedSet } from '../corpora/corpora';
import { badRequest, handler, jsonBody } from '../handler';
import { ensureSizeTables } from '../size-tables';
import { evidenceHost } from './evidence-host';

export const postEvidence = handler(
  {
    at: 'POST /api/corpora/evidence',
    about: 'What a corpus can tell of each setting, as lines of JSON.',
    sends: 'application/x-ndjson',
    body: evidenceInputSchema,
  },
  async ({ db, request }) => {
    const input = await jsonBody(request, evidenceInputSchema);
    const { policy, settings, limit } = input;
    await ensureSizeTables();
    const fault = planFault({ columns: [{ policy, settings, axes: [], sample: null }], limit });
    if (fault !== null) throw badRequest(fault.message, fault.at);
    await namedSet(db, input);
    return new Response(linesOf(input, request.signal), {
      headers: {
        'Content-Type': 'application/x-ndjson',
        // Compressed, the lines would wait for each other.
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
    });
  },
);

function linesOf(input: EvidenceInput, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let leave = (): void => undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let ended = false;
      const end = (): void => {
        if (ended) return;
        ended = true;
        leave();
        try {
          controller.close();
        } catch {
          // The page closed the stream first.
        }
      };
      signal.addEventListener('abort', end);
      const left = evidenceHost().ask(input, (line) => {
        if (ended) return;
        controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
        if (line.kind !== 'progress') end();
      });
      leave = left;
      if (signal.aborted || ended) end();
    },
    cancel: () => leave(),
  });
}
