import { parseJson } from '@/lib/engine/base/parse-json';
import type { ApiError } from './api-error';
import { errorOf, unreachable } from './client';
import { importListSchema, type ImportRecord } from './contract/import-contract';

/** Result of one upload. */
type UploadOutcome =
  | { readonly ok: true; readonly import: ImportRecord }
  | { readonly ok: false; readonly error: ApiError };

/**
 * Uploads a file, or many as one archive. XMLHttpRequest, because fetch reports no upload progress.
 * @throws the signal's reason when it is aborted.
 */
export function sendUpload(
  {
    name,
    body,
    numbersOnly,
  }: { readonly name: string; readonly body: Blob; readonly numbersOnly: boolean },
  onSent: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<UploadOutcome> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    signal?.addEventListener('abort', abort);
    request.upload.onprogress = (event) => onSent(Math.min(event.loaded, body.size));
    request.onload = () => resolve(outcomeOf(request.status, request.responseText));
    request.onerror = () => resolve({ ok: false, error: unreachable() });
    request.onabort = () => reject(signal?.reason as Error);
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.open('POST', `/api/sessions${numbersOnly ? '?numbersOnly=1' : ''}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-file-name', encodeURIComponent(name));
    request.send(body);
  });
}

function outcomeOf(status: number, text: string): UploadOutcome {
  // An answer that is not JSON comes from a proxy; its status is enough.
  const body = parseJson(text);
  const parsed = importListSchema.safeParse(body);
  const [first] = parsed.success ? parsed.data.imports : [];
  return first ? { ok: true, import: first } : { ok: false, error: errorOf(status, body) };
}
