/** What a unit (a folder of the house, DESIGN §3) may import. */
export interface ImportRule {
  /** Units, by `@/`. A name ending in `/` allows every unit below it. */
  readonly units: readonly string[];
  /** npm packages; `node:` stands for Node's own modules. */
  readonly packages: readonly string[];
}

const lib = (...names: readonly string[]): readonly string[] => names.map((name) => `lib/${name}`);

/** The units that are synchronous, deterministic and know neither Node nor the DOM. */
export const CORE = lib(
  'base',
  'session',
  'tokens',
  'policies',
  'replay',
  'detectors',
  'importers',
  'scenarios',
  'sweep',
  'report',
);

const react = ['react', 'react-dom', 'next'];
const server = lib('db', 'jobs', 'ingest', 'secrets', 'env', 'request-guard');

/** The import table. A unit that is not here may not exist. */
export const IMPORT_TABLE: Readonly<Record<string, ImportRule>> = {
  'lib/base': { units: [], packages: [] },
  'lib/session': { units: lib('base'), packages: ['zod'] },
  'lib/tokens': { units: lib('base', 'session'), packages: ['zod'] },
  'lib/policies': { units: lib('base', 'session', 'tokens'), packages: ['zod'] },
  'lib/replay': { units: lib('base', 'session', 'tokens', 'policies'), packages: [] },
  'lib/detectors': { units: lib('base', 'session', 'tokens', 'replay'), packages: [] },
  'lib/importers': { units: lib('base', 'session', 'tokens'), packages: ['zod'] },
  'lib/scenarios': { units: lib('base', 'session', 'tokens'), packages: ['zod'] },
  'lib/sweep': {
    units: lib('base', 'session', 'tokens', 'policies', 'replay', 'detectors'),
    packages: [],
  },
  'lib/report': { units: CORE, packages: [] },

  'lib/secrets': {
    units: lib('base', 'session'),
    packages: [
      '@secretlint/core',
      '@secretlint/profiler',
      '@secretlint/secretlint-rule-preset-recommend',
    ],
  },
  'lib/theme': { units: [], packages: [] },
  'lib/architecture': { units: ['lib/commands'], packages: [] },
  'lib/env': { units: [], packages: ['zod'] },
  'lib/request-guard': { units: [], packages: [] },
  /** Asks the API for texts; beside the command line the only importer of the tokenizer. */
  'lib/worker': { units: [...CORE, 'lib/api'], packages: ['zod', 'gpt-tokenizer'] },
  'lib/api': { units: CORE, packages: ['zod', 'next', 'react', '@tanstack/react-query'] },
  'lib/api/server': {
    units: [...CORE, ...server, 'lib/api'],
    packages: ['zod', 'next', 'node:'],
  },
  'lib/ingest': {
    units: CORE,
    packages: [
      'node:',
      'libsql',
      '@libsql/client',
      'fzstd',
      'protobufjs',
      'tar-stream',
      'yauzl',
      'zod',
    ],
  },
  'lib/db': {
    units: lib('base', 'session', 'replay', 'detectors', 'env'),
    packages: [
      '@prisma/client',
      '@prisma/adapter-libsql',
      '@prisma/adapter-pg',
      'pg',
      'libsql',
      '@libsql/client',
      'node:',
      'zod',
    ],
  },
  'lib/jobs': {
    units: [...CORE, ...lib('ingest', 'db', 'secrets', 'env')],
    packages: ['node:', 'zod', 'chokidar'],
  },
  /** Whole libraries as files: the one way from the command line to the database. */
  'lib/library': { units: lib('base', 'db', 'env'), packages: ['node:', 'zod', 'tar-stream'] },
  'lib/cli': {
    units: [...CORE, ...lib('ingest', 'secrets', 'library', 'env')],
    packages: ['node:', 'zod', 'commander', 'tsx', 'gpt-tokenizer'],
  },
  'lib/bench': { units: ['lib/'], packages: ['node:', 'zod'] },
  'lib/commands': {
    units: ['lib/env'],
    packages: ['node:', 'zod', 'tsx', 'esbuild', '@playwright/test', 'fast-check'],
  },

  'components/charts': {
    units: [...CORE, 'components/', ...lib('worker', 'api', 'theme')],
    packages: [...react, 'recharts', 'lucide-react', 'radix-ui'],
  },
  'components/': {
    units: [...CORE, 'components/', ...lib('worker', 'api', 'theme')],
    packages: [
      ...react,
      'radix-ui',
      'lucide-react',
      '@tanstack/react-query',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      'zod',
    ],
  },
  app: {
    units: [...CORE, 'components/', ...lib('api', 'api/server', 'db', 'theme', 'request-guard')],
    packages: [
      ...react,
      '@tanstack/react-query',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
      'zod',
    ],
  },
  /** The files of the project's folder that Next itself calls. */
  host: {
    units: [...server, ...lib('api', 'api/server')],
    packages: ['next', 'node:'],
  },
  prisma: { units: lib('db', 'env', 'scenarios', 'session'), packages: ['node:', 'prisma'] },
  e2e: { units: ['lib/commands'], packages: ['@playwright/test', '@axe-core/playwright', 'node:'] },
};

const HOST_FILES = ['proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts'];

/** The unit a file belongs to, by its path from the project's folder; undefined for settings files. */
export function unitOf(path: string): string | undefined {
  const [top = '', folder = '', next] = path.split('/');
  if (HOST_FILES.includes(path.replace(/\.test\.ts$/, '.ts'))) return 'host';
  if (path.startsWith('lib/api/server/')) return 'lib/api/server';
  if (['lib', 'components'].includes(top)) {
    const name = next === undefined ? folder.replace(/(\.test)?\.\w+$/, '') : folder;
    return `${top}/${name}`;
  }
  return folder === '' ? undefined : top;
}

/** The rule of a unit: its own, else that of the group it is in. */
export function ruleOf(unit: string): ImportRule | undefined {
  return IMPORT_TABLE[unit] ?? IMPORT_TABLE[`${unit.split('/')[0] ?? ''}/`];
}
