/** `npm run bench -- [--only replay,policies] [--gb 1]`: runs the benchmarks replay|observed|policies|tune|sweep|stages|formats|folder|import|library|pages|load, or some. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFormats } from './formats/bench-formats';
import { benchFolder } from './import/import-folder';
import { benchImport } from './import/import-memory';
import { benchImportStages } from './import/import-stages';
import { benchLibrary } from './library';
import { benchLoad } from './load';
import { benchObserved } from './observed';
import { benchPages } from './pages/pages';
import { benchPolicies } from './policies';
import { benchReplay } from './replay';
import { benchSweep } from './sweep';
import { benchSweepInBrowser } from './sweep-browser';
import { benchTune } from './tune';

const { values } = parseArgs({
  options: { only: { type: 'string' }, gb: { type: 'string', default: '1' } },
});
const only = values.only?.split(',');
const wanted = (name: string): boolean => only?.includes(name) ?? true;

const folder = await mkdtemp(join(tmpdir(), 'highwater-bench-'));
try {
  if (wanted('replay')) benchReplay();
  if (wanted('observed')) benchObserved();
  if (wanted('policies')) benchPolicies();
  if (wanted('tune')) benchTune();
  if (wanted('tune') || wanted('sweep')) benchSweep();
  if (wanted('tune')) await benchSweepInBrowser();
  if (wanted('stages')) await benchImportStages(folder);
  if (wanted('formats')) await benchFormats(folder);
  if (wanted('folder')) await benchFolder(folder);
  if (wanted('import')) await benchImport(folder, Number(values.gb));
  if (wanted('library')) await benchLibrary(folder);
  if (wanted('pages')) await benchPages(folder);
  if (wanted('load')) console.log(await benchLoad(folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}
