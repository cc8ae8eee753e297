import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Characters per write. */
const BATCH = 1 << 18;

/** Writes parts of a text until the file has at least `bytes` bytes, then `end`. */
export async function writeParts(
  path: string,
  bytes: number,
  parts: Iterable<string>,
  end = '',
): Promise<void> {
  const out = createWriteStream(path);
  let written = 0;
  let batch = '';
  for (const part of parts) {
    batch += part;
    if (batch.length < BATCH) continue;
    const block = Buffer.from(batch);
    batch = '';
    written += block.length;
    if (!out.write(block)) await once(out, 'drain');
    if (written >= bytes) break;
  }
  out.end(batch + end);
  await once(out, 'finish');
}
