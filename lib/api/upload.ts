import type { ApiError } from './api-error';
import { errorOf, unreachable } from './client';
import { importListSchema, type ImportRecord } from './contract';

/** Files sent at the same time. */
const PARALLEL = 2;

/** What became of one file. */
export type UploadOutcome =
  | { readonly ok: true; readonly import: ImportRecord }
  | { readonly ok: false; readonly error: ApiError };

/** How far one file has been sent; `outcome` is set once, at its end. */
export interface UploadProgress {
  /** Position in the list given to {@link uploadFiles}. */
  readonly index: number;
  readonly file: File;
  readonly sentBytes: number;
  readonly outcome?: UploadOutcome;
}

/**
 * Sends each file to the library as a request of its own, two at a time; a file that fails leaves
 * the others alone. The outcomes stand in the order of the files.
 * @throws the signal's reason when it is aborted.
 */
export async function uploadFiles(
  files: readonly File[],
  onProgress: (progress: UploadProgress) => void = () => undefined,
  signal?: AbortSignal,
): Promise<readonly UploadOutcome[]> {
  const outcomes: UploadOutcome[] = [];
  let next = 0;
  const sender = async (): Promise<void> => {
    for (let index = next++; index < files.length; index = next++) {
      const file = files[index] as File;
      const report = (sentBytes: number): void => onProgress({ index, file, sentBytes });
      const outcome = await upload(file, report, signal);
      outcomes[index] = outcome;
      onProgress({ index, file, sentBytes: file.size, outcome });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, sender));
  return outcomes;
}

/** Only XMLHttpRequest tells how much of a body has been sent. */
function upload(
  file: File,
  onSent: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<UploadOutcome> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    signal?.addEventListener('abort', abort);
    request.upload.onprogress = (event) => onSent(Math.min(event.loaded, file.size));
    request.onload = () => resolve(outcomeOf(request.status, request.responseText));
    request.onerror = () => resolve({ ok: false, error: unreachable() });
    request.onabort = () => reject(signal?.reason as Error);
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.open('POST', '/api/sessions');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name));
    request.send(file);
  });
}

function outcomeOf(status: number, text: string): UploadOutcome {
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // An answer that is no JSON comes from something in between; its status says enough.
  }
  const parsed = importListSchema.safeParse(body);
  const [first] = parsed.success ? parsed.data.imports : [];
  return first ? { ok: true, import: first } : { ok: false, error: errorOf(status, body) };
}
