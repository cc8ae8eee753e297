import { readFile, stat } from 'node:fs/promises';
import { formatInteger } from '@/lib/engine/base/format';
import { parseJson } from '@/lib/engine/base/parse-json';
import { guessMapping } from '@/lib/readers/importers/mapped/guess';
import { mappingSchema, type Mapping } from '@/lib/readers/importers/mapped/mapping';
import { previewMapping } from '@/lib/readers/importers/mapped/preview';
import { asImportError, TraceFault } from '@/lib/readers/open/trace-file';
import { mappableHead } from '@/lib/readers/open/trace-head';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { readErrorText } from '../read-error';

/** Most bytes of a mapping; usual ones have a few KB. */
const MOST_BYTES = 1_000_000;

const CHECK =
  'The guess is incomplete or contradicts itself: correct the mapping above before you import by it.';

/** Prints the likeliest mapping of a file as JSON, to correct and pass to `import --mapping`. */
export async function mapCommand(file: string, io: CliIo): Promise<ExitCode> {
  const head = await mappableHead(io.resolve(file));
  if (!head.ok) throw new InputError(readErrorText(file, head.error));
  const { records, input, formats } = head.value;
  const mapping = guessMapping(records);
  io.out(`${JSON.stringify(mapping, null, 2)}\n`);
  const { rows, sessions, steps, receipt, counts, doubts } = previewMapping(
    records,
    input,
    mapping,
  );
  io.message(
    `${file}: by this guess the first ${formatInteger(rows.length)} records give sessions ${formatInteger(sessions)}, steps ${formatInteger(steps)}; ${formatInteger(receipt.kept)} of ${formatInteger(receipt.read)} kept.`,
  );
  for (const sentence of counts) io.message(sentence);
  for (const sentence of doubts) io.message(sentence);
  if (doubts.length > 0) io.message(CHECK);
  if (formats.length > 0) {
    io.message(`Formats that claim it: ${formats.map(({ label }) => label).join(', ')}.`);
  }
  return exitCode.clean;
}

/** Reads a mapping from a file. @throws UsageError if the file is not a mapping. */
export async function readMapping(file: string, io: CliIo): Promise<Mapping> {
  const path = io.resolve(file);
  const text = await textOf(path).catch((error: unknown) => {
    throw new InputError(readErrorText(file, asImportError(error)));
  });
  const value = parseJson(text);
  if (value === undefined) throw new UsageError(`${file} is not JSON.`);
  const mapping = mappingSchema.safeParse(value);
  if (mapping.success) return mapping.data;
  const issue = mapping.error.issues[0];
  const at = issue?.path.join('.') ?? '';
  throw new UsageError(
    `${file} is not a mapping: ${at === '' ? '' : `${at}: `}${issue?.message ?? 'unknown reason'}.`,
  );
}

async function textOf(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MOST_BYTES) {
    const message = `A mapping is at most ${formatInteger(MOST_BYTES)} bytes long.`;
    throw new TraceFault({ code: 'unreadable', message });
  }
  return readFile(path, 'utf8');
}
