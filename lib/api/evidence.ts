import { ApiError } from './api-error';
import { json, send, unreachable } from './client';
import {
  evidenceLineSchema,
  type CorpusEvidence,
  type EvidenceInput,
} from './contract/tuning/evidence-contract';

/**
 * What all sessions of a corpus show, computed by the server; ends there when the signal is aborted.
 * @throws ApiError
 */
export async function corpusEvidence(
  input: EvidenceInput,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<CorpusEvidence> {
  const answer = await send('/api/corpora/evidence', { ...json('POST', input), signal });
  for await (const text of linesOf(answer, signal)) {
    const line = evidenceLineSchema.parse(JSON.parse(text));
    if (line.kind === 'done') return line.evidence;
    if (line.kind === 'failed') throw new ApiError(line.error, answer.status);
    onProgress(line.done, line.total);
  }
  throw unreachable();
}

/** The lines of an answer as they arrive. */
async function* linesOf({ body }: Response, signal: AbortSignal): AsyncGenerator<string, void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const next = await reader?.read().catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw unreachable();
    });
    if (next === undefined || next.done) return;
    const lines = (text + next.value).split('\n');
    text = lines.pop() ?? '';
    yield* lines;
  }
}
