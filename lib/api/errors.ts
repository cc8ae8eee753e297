import type { ApiErrorBody, ErrorCode } from './contract/contract';

/** HTTP status of an error, and advice for errors without their own. */
interface ErrorRule {
  readonly status: number;
  readonly hint?: string;
}

const MAP_IT = 'Map the fields of its records, or export it in a supported format.';

const NO_CALL =
  'A session begins with its first model call. If the file holds one under other names, map the fields of its records.';

const DROP_INSTEAD =
  'There is nothing to map in it. Choose the recording itself: JSON, JSON lines, a SQLite database, a text in a known format, or an archive or a folder of them.';

/** Status and advice per error code; nothing else maps errors to HTTP. */
export const errorRules: Readonly<Record<ErrorCode, ErrorRule>> = {
  'bad-request': { status: 400 },
  unauthorized: { status: 401, hint: 'Send the token of this server: Authorization: Bearer …' },
  'foreign-host': { status: 403 },
  'foreign-origin': { status: 403 },
  'not-found': { status: 404 },
  conflict: { status: 409 },
  'too-large': { status: 413, hint: 'Export fewer sessions into one file, or use JSON lines.' },
  'unsupported-media-type': { status: 415 },
  busy: { status: 429, hint: 'Send it again after the seconds in Retry-After.' },
  internal: { status: 500, hint: 'The server’s log has the details.' },
  empty: { status: 422, hint: 'Check that the recording was written completely.' },
  unrecognized: { status: 422, hint: MAP_IT },
  'no-records': { status: 422, hint: DROP_INSTEAD },
  ambiguous: {
    status: 422,
    hint: 'Choose one of these formats, or map the fields of its records.',
  },
  'unsupported-version': { status: 422, hint: 'Export it again with a newer version.' },
  malformed: { status: 422 },
  'too-deep': { status: 422, hint: 'The file is probably damaged or not a recording.' },
  'no-sessions': { status: 422, hint: NO_CALL },
  unreadable: {
    status: 422,
    hint: 'Copy the file while the agent is not running, then try again.',
  },
  refused: { status: 422, hint: 'Pack plain files with paths relative to the archive.' },
  storage: { status: 503, hint: 'Free some space, then try again.' },
  cancelled: { status: 409, hint: 'Import the file again.' },
  interrupted: { status: 500, hint: 'Import the file again; a smaller one needs less memory.' },
};

/** Advice for malformed content, at a place or as a whole. */
const fixing = (at: ApiErrorBody['at']): string =>
  at === undefined
    ? 'Copy or export the whole file again, then import it again.'
    : `Fix or remove ${typeof at === 'number' ? `line ${at}` : at}, or copy the file again if it was cut off while it was written; then import it again.`;

/** Adds the code's advice to an error without its own. */
export function withHint(error: ApiErrorBody): ApiErrorBody {
  const hint =
    error.hint ?? (error.code === 'malformed' ? fixing(error.at) : errorRules[error.code].hint);
  return hint === undefined ? error : { ...error, hint };
}
