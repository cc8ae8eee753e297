/** Permitted imports of a unit (a folder of the house, DESIGN §3). */
export interface ImportRule {
  /** Units, by `@/`. A name ending in `/` allows every unit below it. */
  readonly units: readonly string[];
  /** npm packages; `node:` permits Node's modules. */
  readonly packages: readonly string[];
}

const lib = (...names: readonly string[]): readonly string[] => names.map((name) => `lib/${name}`);
const analysis = (...names: readonly string[]): readonly string[] =>
  lib(...names.map((name) => `analysis/${name}`));
const host = (...names: readonly string[]): readonly string[] =>
  lib(...names.map((name) => `host/${name}`));

const data = lib('base', 'session', 'tokens');
const replayed = [...data, ...lib('policies', 'replay')];

/** Units that are synchronous, deterministic and independent of Node and the DOM. */
export const CORE = [
  ...replayed,
  ...lib('importers', 'scenarios'),
  ...analysis('compare', 'cost', 'detectors', 'explain', 'fit', 'recall', 'score', 'subject'),
  ...lib('answers', 'report/systems', 'tuning'),
  ...lib('report/chart', 'report/document', 'report/expectations', 'report/export', 'core'),
  ...lib('report/method', 'report/options', 'report/outcome', 'report/runs', 'report/seeds'),
];

/** Units of the core whose results reach a page only through a host. */
const OF_HOSTS = lib(
  'analysis/recall',
  'analysis/subject',
  'answers',
  'report/document',
  'report/expectations',
  'report/export',
  'core',
);

/** The import table; units outside of it may not exist. */
export const IMPORT_TABLE: Readonly<Record<string, ImportRule>> = {
  'lib/base': { units: [], packages: [] },
  'lib/session': { units: lib('base'), packages: ['zod'] },
  'lib/tokens': { units: lib('base', 'session'), packages: ['zod'] },
  'lib/policies': { units: lib('base', 'tokens'), packages: ['zod'] },
  'lib/replay': { units: lib('base', 'tokens', 'policies'), packages: ['zod'] },
  'lib/importers': { units: data, packages: ['zod'] },
  'lib/scenarios': { units: data, packages: ['zod'] },
  /** Replays side by side. */
  'lib/analysis/compare': {
    units: [
      ...lib('base', 'tokens', 'policies', 'replay'),
      ...analysis('cost', 'detectors', 'explain', 'fit'),
    ],
    packages: [],
  },
  'lib/analysis/cost': {
    units: [...lib('base', 'tokens', 'policies', 'replay'), 'lib/analysis/explain'],
    packages: ['zod'],
  },
  'lib/analysis/detectors': {
    units: [...replayed, ...analysis('cost', 'explain', 'fit', 'recall', 'score')],
    packages: [],
  },
  'lib/analysis/explain': { units: [...replayed, 'lib/analysis/fit'], packages: [] },
  'lib/analysis/fit': { units: replayed, packages: [] },
  'lib/analysis/recall': {
    units: [...lib('base', 'tokens', 'policies', 'replay'), 'lib/analysis/explain'],
    packages: [],
  },
  'lib/analysis/score': { units: [...replayed, ...analysis('cost', 'fit')], packages: [] },
  /** A session that was read, replayed as it is asked for. */
  'lib/analysis/subject': {
    units: [...replayed, ...analysis('detectors', 'explain', 'fit', 'recall')],
    packages: [],
  },
  /** Many sessions under many settings: breakpoints, sweeps, what they say. */
  'lib/tuning': {
    units: [
      ...lib('base', 'tokens', 'policies', 'replay'),
      ...analysis('compare', 'cost', 'explain', 'score'),
    ],
    packages: [],
  },
  'lib/report/chart': {
    units: [...lib('base', 'tokens', 'policies', 'replay'), ...analysis('cost', 'explain', 'fit')],
    packages: [],
  },
  /** A session's report: one file that says what happened, and why. */
  'lib/report/document': {
    units: [
      ...replayed,
      ...analysis('cost', 'detectors', 'explain', 'fit'),
      ...lib('answers', 'report/chart', 'report/export', 'report/runs'),
    ],
    packages: ['zod'],
  },
  'lib/report/export': {
    units: lib('base', 'tokens', 'replay', 'analysis/explain'),
    packages: [],
  },
  'lib/report/method': {
    units: [...lib('base', 'tokens', 'policies', 'replay'), ...analysis('explain', 'score')],
    packages: [],
  },
  /** What settings are expected to do to sessions, and whether they still do. */
  'lib/report/expectations': {
    units: [...lib('base', 'tokens', 'policies', 'replay', 'tuning'), 'lib/analysis/explain'],
    packages: ['zod'],
  },
  'lib/report/systems': { units: lib('policies'), packages: [] },
  /** Settings as a system's users write them. */
  'lib/report/options': { units: lib('base', 'policies'), packages: [] },
  'lib/report/outcome': {
    units: [...lib('base', 'policies', 'replay', 'scenarios'), ...analysis('cost', 'explain')],
    packages: [],
  },
  /** A replay frozen with all that it depended on, and compared with the same one made later. */
  'lib/report/runs': {
    units: [...lib('base', 'session', 'policies', 'replay'), ...analysis('detectors', 'explain')],
    packages: ['zod'],
  },
  'lib/report/seeds': {
    units: [...replayed, ...lib('scenarios', 'analysis/explain')],
    packages: [],
  },

  /** Questions and how they are answered: asked and told once, printed everywhere. */
  'lib/answers': {
    units: [
      ...lib('base', 'session', 'tokens', 'policies'),
      ...analysis('cost', 'detectors', 'explain', 'subject'),
    ],
    packages: ['zod'],
  },

  /** The engine as a package: `highwater/core`. */
  'lib/core': {
    units: [
      ...replayed,
      ...lib('answers', 'importers', 'report/export'),
      ...analysis('detectors', 'explain', 'fit', 'recall', 'subject'),
    ],
    packages: [],
  },

  'lib/architecture': { units: [], packages: [] },
  /** Programs with a package.json of their own, which run other systems' code and write golden files. */
  'lib/conformance': {
    units: [],
    packages: ['@cline/core', '@google/adk', '@opentelemetry/api', 'node:', 'zod'],
  },
  'lib/host/data-folder': { units: [], packages: ['node:'] },
  'lib/host/env': { units: [], packages: ['node:', 'zod'] },
  'lib/host/project': { units: [], packages: ['node:'] },
  /** Programs of processes as one file each. */
  'lib/host/bundle': { units: host('project'), packages: ['node:', 'esbuild'] },
  'lib/host/process-lane': { units: [], packages: ['node:'] },
  'lib/host/loopback': { units: [], packages: [] },
  'lib/host/security-headers': { units: [], packages: [] },
  'lib/host/request-guard': { units: host('loopback'), packages: [] },
  /** The token: whether one is asked for, who brings it, the page that asks. */
  'lib/host/access': {
    units: host('api', 'data-folder', 'env', 'loopback', 'request-guard'),
    packages: ['node:'],
  },
  /** Folders below which traces may be watched, and how their files are opened. */
  'lib/host/roots': { units: ['lib/base', ...host('data-folder', 'env')], packages: ['node:'] },
  /** Frozen tables of sizes: files beside the library. */
  'lib/host/sizes': { units: ['lib/policies', ...host('data-folder')], packages: ['node:'] },
  'lib/host/secrets': {
    units: lib('base', 'session'),
    packages: [
      '@secretlint/core',
      '@secretlint/profiler',
      '@secretlint/secretlint-rule-preset-recommend',
    ],
  },
  'lib/host/open': {
    units: lib('base', 'session', 'importers'),
    packages: ['node:', 'libsql', 'fzstd', 'protobufjs', 'tar-stream', 'yaml', 'yauzl'],
  },
  'lib/host/db': {
    units: [...lib('base', 'session'), ...host('data-folder', 'env')],
    packages: ['@prisma/adapter-libsql', '@prisma/adapter-pg', 'pg', 'libsql', 'node:'],
  },
  'lib/host/import': {
    units: [
      ...data,
      ...lib('importers', 'report/chart', 'analysis/detectors', 'analysis/fit'),
      ...host('bundle', 'data-folder', 'open', 'db', 'secrets', 'env', 'process-lane'),
    ],
    packages: ['node:', 'zod'],
  },
  /** Watched folders and telemetry: traces that arrive while the server runs. */
  'lib/host/live': {
    units: [...lib('base', 'importers'), ...host('db', 'import', 'roots')],
    packages: ['node:', 'chokidar', 'protobufjs'],
  },
  /** Whole libraries as files; the command line's only access to the database. */
  'lib/host/archive': {
    units: ['lib/base', ...host('db')],
    packages: ['node:', 'zod', 'tar-stream'],
  },
  'lib/host/api': {
    units: [
      ...data,
      ...lib('policies', 'replay', 'importers', 'scenarios', 'tuning'),
      ...lib('answers', 'report/document', 'report/export', 'report/runs'),
      ...analysis('compare', 'cost', 'detectors'),
    ],
    packages: ['zod', 'react', '@tanstack/react-query'],
  },
  'lib/host/server': {
    units: [
      ...replayed,
      ...lib('answers', 'importers', 'scenarios', 'tuning'),
      ...lib('report/document', 'report/export', 'report/outcome', 'report/runs', 'report/seeds'),
      ...analysis('compare', 'cost', 'detectors', 'explain', 'fit'),
      ...host('access', 'api', 'db', 'import', 'live', 'open', 'prices', 'report', 'roots'),
      ...host('secrets', 'env'),
      ...host('bundle', 'data-folder', 'loopback', 'process-lane', 'security-headers', 'sizes'),
    ],
    packages: ['zod', 'node:', 'pg-boss'],
  },
  /** Fetches texts from the API; the only importer of the tokenizers, shared with the command line. */
  'lib/host/worker': {
    units: [
      ...lib('base', 'session', 'tokens', 'policies', 'replay', 'tuning', 'scenarios'),
      ...lib('report/expectations', 'report/outcome'),
      ...analysis('cost', 'detectors', 'explain', 'recall'),
      ...host('api', 'prices'),
    ],
    packages: ['zod', 'gpt-tokenizer'],
  },
  /** The price list that ships with a package; never asked over the network. */
  'lib/host/prices': {
    units: lib('tokens', 'analysis/cost'),
    packages: ['@pydantic/genai-prices'],
  },
  /** Reports of a session as a host holds it, for the API and the command line. */
  'lib/host/report': {
    units: [
      ...lib('base', 'session', 'tokens', 'replay', 'report/document'),
      ...analysis('cost', 'detectors', 'fit'),
      ...host('prices', 'secrets'),
    ],
    packages: ['node:'],
  },
  'lib/host/cli': {
    units: [
      ...replayed,
      ...lib('answers', 'importers', 'scenarios', 'tuning', 'report/document'),
      ...lib('report/expectations', 'report/export', 'report/options', 'report/outcome'),
      ...lib('report/runs', 'report/systems'),
      ...analysis('compare', 'cost', 'detectors', 'explain', 'fit', 'recall', 'score', 'subject'),
      ...host('open', 'prices', 'report', 'secrets', 'archive', 'server', 'worker'),
      ...host('access', 'data-folder', 'env', 'loopback', 'project', 'roots', 'sizes'),
    ],
    packages: [
      'node:',
      '@modelcontextprotocol/sdk',
      'zod',
      'commander',
      'junit-report-builder',
      'tsx',
      'yaml',
    ],
  },
  'lib/tools': {
    units: [
      ...replayed,
      ...lib('importers', 'scenarios', 'tuning', 'report/outcome', 'report/seeds'),
      ...analysis('compare', 'fit'),
      ...host('access', 'bundle', 'env', 'project', 'db', 'import', 'open', 'worker'),
    ],
    packages: [
      'typescript',
      'node:',
      'zod',
      'next',
      '@playwright/test',
      'fast-check',
      'esbuild',
      'subset-font',
    ],
  },

  'components/charts': {
    units: ['components/ui', ...lib('base', 'analysis/explain', 'report/chart')],
    packages: ['react', 'recharts'],
  },
  'components/': {
    units: [
      ...CORE.filter((unit) => !OF_HOSTS.includes(unit)),
      'components/',
      ...host('worker', 'api'),
    ],
    packages: [
      'react',
      'next',
      'radix-ui',
      'lucide-react',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      'zod',
    ],
  },
  app: {
    units: ['components/', 'lib/importers', ...host('server', 'db')],
    packages: [
      'react',
      'next',
      '@tanstack/react-query',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
    ],
  },
  /** Files of the project's folder called by Next. */
  next: {
    units: host('access', 'api', 'server'),
    packages: ['next'],
  },
  prisma: { units: [], packages: [] },
  e2e: {
    units: lib('tools'),
    packages: ['@playwright/test', '@axe-core/playwright', 'node:'],
  },
};
