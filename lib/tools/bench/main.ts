/** `npm run bench -- [--only replay,policies] [--gb 1]`: the benchmarks, or some of them; `--help` lists them. */
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
import { benchStart } from './start';
import { benchSweep } from './sweep';
import { benchSweepInBrowser } from './sweep-browser';
import { benchTune } from './tune';

interface Bench {
  readonly about: string;
  /** @param folder - Its own, removed afterwards. */
  readonly run: (folder: string, gigabytes: number) => void | Promise<void>;
}

const benches: Readonly<Record<string, Bench>> = {
  replay: { about: 'steps replayed a second, with every golden column', run: benchReplay },
  observed: {
    about: 'a policy that watches a recording, beside its own replay',
    run: benchObserved,
  },
  policies: { about: 'every policy, beside a straightforward port of it', run: benchPolicies },
  tune: { about: 'totals alone, beside a bare loop; breakpoints of the samples', run: benchTune },
  sweep: { about: '8,000 settings over 100 sessions, beside plain replays', run: benchSweep },
  browser: {
    about: 'the same sweep in a page’s worker, and the page’s frames',
    run: benchSweepInBrowser,
  },
  start: { about: 'processor time of the packed command line’s start', run: benchStart },
  stages: {
    about: 'reading, measuring and storing a log, beside JSON.parse',
    run: benchImportStages,
  },
  formats: { about: 'every importer, beside JSON.parse', run: benchFormats },
  folder: { about: 'a folder of many small traces', run: benchFolder },
  import: { about: 'a log of --gb gigabytes: time and memory', run: benchImport },
  library: { about: 'up to 100,000 sessions through a server and a browser', run: benchLibrary },
  pages: { about: 'session page and library, beside a plain page', run: benchPages },
  load: {
    about: 'parallel uploads and a stream of OTLP posts; needs a build',
    run: async (folder) => console.log(await benchLoad(folder)),
  },
};

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    gb: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
const wanted = values.only?.split(',') ?? Object.keys(benches);
const unknown = wanted.filter((name) => benches[name] === undefined);
if (values.help || unknown.length > 0) {
  const list = Object.entries(benches).map(([name, { about }]) => `  ${name.padEnd(10)}${about}`);
  if (unknown.length > 0) console.error(`There is no benchmark ${unknown.join(' or ')}.`);
  console.log(['npm run bench -- [--only NAME,NAME] [--gb N]', ...list].join('\n'));
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else {
  const folder = await mkdtemp(join(tmpdir(), 'highwater-bench-'));
  try {
    for (const name of wanted) await benches[name]?.run(folder, Number(values.gb));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
