import { path, requestBytes } from './client';

/** The encoded names in a session's texts; empty for one of numbers alone. @throws ApiError */
export const getReferences = (id: string, signal?: AbortSignal): Promise<Uint8Array> =>
  requestBytes(path`/api/sessions/${id}/references`, signal === undefined ? {} : { signal });
