/** `npm run bench -- [--only replay|policies|ingest|formats|folder|import|load] [--gb 1]`: all figures of one run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFormats } from './formats';
import { benchFolder } from './import-folder';
import { benchImport } from './import-memory';
import { benchIngest } from './ingest';
import { benchLoad } from './load';
import { benchPolicies } from './policies';
import { benchReplay } from './replay';

const { values } = parseArgs({
  options: { only: { type: 'string' }, gb: { type: 'string', default: '1' } },
});
const wanted = (name: string): boolean => values.only === undefined || values.only === name;

const folder = await mkdtemp(join(tmpdir(), 'highwater-bench-'));
try {
  if (wanted('replay')) benchReplay();
  if (wanted('policies')) benchPolicies();
  if (wanted('ingest')) await benchIngest(folder);
  if (wanted('formats')) await benchFormats(folder);
  if (wanted('folder')) await benchFolder(folder);
  if (wanted('import')) await benchImport(folder, Number(values.gb));
  if (wanted('load')) await benchLoad(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
