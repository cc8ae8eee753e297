import type { ImportError, ImportErrorCode } from '@/lib/readers/importers/importer';
import { importers } from '@/lib/readers/importers/registry';

const formats = (): string => importers.map(({ label }) => label).join(', ');

/** Advice per error code. */
const advice: Readonly<Record<ImportErrorCode, (error: ImportError) => string>> = {
  empty: () => 'Record or export the session again.',
  unrecognized: () =>
    `Supported formats: ${formats()}. "highwater map" guesses how to read JSON of another.`,
  'no-records': () =>
    'Name the recording itself: JSON, JSON lines, a SQLite database, a text in a known format, or an archive or a folder of them.',
  ambiguous: () => '"highwater map" guesses a mapping for it.',
  'unsupported-version': () => 'Export it again with a newer version of the agent.',
  malformed: ({ at }) =>
    at === undefined
      ? 'Copy or export the file again, whole.'
      : 'Fix or remove that place; copy a file again that was cut off while it was written.',
  'too-large': () => 'Export it as JSON lines, or split it.',
  'too-deep': () => 'No agent writes such a file; check where it came from.',
  'no-sessions': () =>
    'A session begins with its first model call; "highwater map" shows how the records of JSON can be read.',
  unreadable: () => 'Check the path and its permissions.',
  refused: () => 'Pack plain files with paths relative to the archive.',
  storage: () => 'Free some space, then run the command again.',
  cancelled: () => 'Run the command again.',
  internal: () =>
    'It may be damaged; if it is not, report it with the file or with what "redact" makes of it.',
};

/** Place in a file: `:12` for a line, ` at $.steps[3]` for a path. */
function place(at: number | string | undefined): string {
  if (at === undefined) return '';
  return typeof at === 'number' ? `:${at}` : ` at ${at}`;
}

/** One line about an unreadable file: file, place, cause, advice. */
export const readErrorText = (file: string, error: ImportError): string =>
  `${file}${place(error.at)}: ${error.message} ${advice[error.code](error)}`;
