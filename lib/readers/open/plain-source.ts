import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError, TraceHead } from '@/lib/readers/importers/importer';
import { sniff } from '@/lib/readers/importers/registry';
import { decodeText } from './decode-text';
import { tooLong } from './json/head-lines';
import { LineSplitter } from './json/line-splitter';
import { MAX_LINE_BYTES } from './open-limits';
import type { TraceBytes } from './trace-bytes';
import type { TraceRun, TraceSource } from './trace-source';

/** Bytes shown to the sniffers of texts. */
const HEAD_BYTES = 4_096;

/** Message for a text that another format was chosen for. */
const unclaimed: ImportError = {
  code: 'no-records',
  message: 'The file is text without any JSON.',
};

/** A text that is no JSON and that a format claims by its first lines; null for other files. */
export async function plainSource(file: TraceBytes): Promise<TraceSource | null> {
  const bytes = await file.head(HEAD_BYTES);
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const head: TraceHead = { kind: 'text', records: text.split('\n') };
  if (!sniff(head).ok) return null;
  return {
    heads: [head],
    unclaimed,
    feed: (run) => feedText(file, run),
    close: () => Promise.resolve(),
  };
}

/** Passes each line to the reader. */
async function feedText(file: TraceBytes, run: TraceRun): Promise<Result<void, ImportError>> {
  let line = 0;
  let replaced = 0;
  let first = 0;
  const other = (): void => {
    if (replaced++ === 0) first = line;
  };
  const take = (bytes: Buffer): void => {
    const text = decodeText(bytes, other);
    run.take(line === 1 ? text.replace(/^\ufeff/, '') : text, line);
  };
  const splitter = new LineSplitter(
    {
      line: (bytes, start, end) => {
        line++;
        take(bytes.subarray(start, end));
      },
      blank: (lines) => {
        for (let i = 0; i < lines; i++) run.take('', ++line);
      },
      tooDeep: () => undefined,
    },
    { json: false },
  );
  for await (const chunk of file.chunks(run.signal)) {
    splitter.push(chunk);
    if (splitter.begunBytes > MAX_LINE_BYTES) return err(tooLong(line + 1));
    run.progress(file.position, line);
    await run.ready();
  }
  splitter.end();
  run.progress(file.bytes, line);
  if (replaced > 0) {
    const lines = replaced === 1 ? '1 line' : `${replaced} lines`;
    run.receipt.remark(
      `${lines} with bytes that are not UTF-8, read as U+FFFD (first: line ${first}).`,
    );
  }
  return ok(undefined);
}
