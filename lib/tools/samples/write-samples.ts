/** Writes the sample sessions to public/samples: `npx tsx lib/tools/samples/write-samples.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatBytes } from '@/lib/engine/base/format';
import { sampleFile } from './sample-file';
import { samples } from './samples';

const folder = fileURLToPath(new URL('../../../public/samples/', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const sample of samples) {
  const text = sampleFile(sample.build());
  writeFileSync(path.join(folder, `${sample.id}.json`), text);
  process.stderr.write(`${sample.id}.json: ${formatBytes(Buffer.byteLength(text))}\n`);
}
