import type { ApiErrorBody, ErrorCode } from './contract';

/** HTTP status of an error, and what to try unless the error itself knows better. */
interface ErrorRule {
  readonly status: number;
  readonly hint?: string;
}

const MAP_IT = 'Map the fields of its records, or export it in a format that is read.';

/** One line a code: the only place that maps errors to HTTP. */
export const errorRules: Readonly<Record<ErrorCode, ErrorRule>> = {
  'bad-request': { status: 400 },
  unauthorized: { status: 401, hint: 'Send the token of this server: Authorization: Bearer …' },
  'foreign-host': { status: 403 },
  'foreign-origin': { status: 403 },
  'not-found': { status: 404 },
  conflict: { status: 409 },
  'too-large': { status: 413, hint: 'Export fewer sessions into one file, or use JSON lines.' },
  'unsupported-media-type': { status: 415 },
  busy: { status: 429, hint: 'Send it again after the time that Retry-After names.' },
  internal: { status: 500, hint: 'The log of the server says more.' },
  empty: { status: 422, hint: 'Check that the recording was written completely.' },
  unrecognized: { status: 422, hint: MAP_IT },
  ambiguous: {
    status: 422,
    hint: 'Choose one of these formats, or map the fields of its records.',
  },
  'unsupported-version': { status: 422, hint: 'Export it again with a newer version.' },
  malformed: { status: 422, hint: 'Mend or cut the file at the place named, then drop it again.' },
  'too-deep': { status: 422, hint: 'The file is probably damaged or no recording.' },
  'no-sessions': { status: 422, hint: 'Record at least one call of a model.' },
  unreadable: {
    status: 422,
    hint: 'Copy the file while the agent is not running, then try again.',
  },
  refused: { status: 422, hint: 'Pack plain files, under names relative to the archive.' },
  cancelled: { status: 409, hint: 'Drop the file again to import it.' },
  interrupted: { status: 500, hint: 'Drop the file again; a smaller one needs less memory.' },
};

/** What cannot be read at no place of its own: compressed data, an archive. */
const AGAIN = 'Copy or export the file again, whole, then drop it again.';

/** An error with the advice of its code where it brings none. */
export function withHint(error: ApiErrorBody): ApiErrorBody {
  const placeless = error.code === 'malformed' && error.at === undefined;
  const hint = error.hint ?? (placeless ? AGAIN : errorRules[error.code].hint);
  return hint === undefined ? error : { ...error, hint };
}
