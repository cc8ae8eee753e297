// Who may import whom: `lib/architecture.test.ts` holds it.
import { existsSync, readFileSync } from 'node:fs';

/** Packages that a manifest names. @returns {readonly string[]} */
const dependenciesOf = (/** @type {string} */ place) =>
  existsSync(`${place}/package.json`)
    ? Object.keys(JSON.parse(readFileSync(`${place}/package.json`, 'utf8')).dependencies ?? {})
    : [];

/** The workspaces, each with those that its manifest names. @type {Readonly<Record<string, readonly string[]>>} */
const workspaces = Object.fromEntries(
  JSON.parse(readFileSync('package.json', 'utf8')).workspaces.map((/** @type {string} */ place) => [
    place,
    dependenciesOf(place)
      .filter((name) => name.startsWith('@highwater/'))
      .map((name) => name.replace('@highwater', 'lib')),
  ]),
);

const server = (/** @type {readonly string[]} */ ...names) =>
  names.map((name) => `lib/server/${name}`);
const settings = server(
  'env',
  'process-wide',
  'data-folder',
  'process-lane',
  'bundle',
  'project',
  'loopback',
);

/**
 * Folders within a workspace, and what of it each may import beside itself; and those outside of `lib`. A
 * name covers what lies below it.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const folders = {
  'lib/engine/base': [],
  'lib/engine/session': ['lib/engine/base'],
  'lib/engine/tokens': ['lib/engine/base', 'lib/engine/session'],
  'lib/engine/sizes': ['lib/engine/base'],
  'lib/engine/policy': ['base', 'tokens', 'sizes', 'mechanisms'].map(
    (name) => `lib/engine/${name}`,
  ),
  'lib/engine/mechanisms': ['lib/engine/base', 'lib/engine/tokens', 'lib/engine/policy'],
  'lib/engine/replay': [
    ...['lib/engine/base', 'lib/engine/tokens', 'lib/engine/sizes'],
    ...['lib/engine/policy', 'lib/engine/mechanisms'],
  ],
  'lib/readers/importers': [],
  'lib/readers/scenarios': [],
  'lib/readers/secrets': [],
  'lib/readers/open': ['lib/readers/importers'],
  'lib/server/access': [...settings, ...server('request-guard')],
  'lib/server/roots': settings,
  'lib/server/sizes': settings,
  'lib/server/db': settings,
  'lib/server/import': [...settings, ...server('db')],
  // It judges with their names what it has imported.
  'lib/server/import/process': [...settings, ...server('db', 'import', 'http')],
  'lib/server/live': server('db', 'import', 'roots', 'process-wide'),
  'lib/server/archive': server('db'),
  'lib/server/report': [],
  'components/ui': ['lib/engine/base', 'components/charts'],
  'components/charts': ['lib/engine', 'lib/analysis', 'lib/answers', 'components/ui'],
  components: Object.keys(workspaces).filter((place) => !/(server|cli|core|tools)$/.test(place)),
  app: ['components', 'lib/readers', 'lib/server'],
  // Its inputs are built where the importers' tests build theirs, its servers started as people start them.
  e2e: ['lib/tools', 'lib/server/start', 'lib/readers/importers/testing'],
};

/** Packages of few: each with the places that alone may import it. */
const packages = {
  recharts: 'components/charts',
  next: 'components|app|lib/server/security-headers|proxy|instrumentation',
  '(@prisma|libsql|pg)': 'lib/server/db|lib/readers/open',
};

/** What a browser or another engine runs too. */
const anywhere = [
  ...['engine', 'policies', 'analysis', 'tuning', 'answers', 'core', 'api', 'worker'].map(
    (name) => `lib/${name}`,
  ),
  ...['lib/readers/importers', 'lib/readers/scenarios', 'components'],
];

const escaped = (/** @type {string} */ path) => path.replaceAll('/', '\\/');
const within = (/** @type {readonly string[]} */ paths) => `^(${paths.map(escaped).join('|')})[/.]`;

const OWN = '^(app|components|e2e|lib)/';
/** Tests import what they need for their input; tools and other systems’ programs are imported by none. */
const TEST = '[.](test|long|traces)[.]tsx?$|/testing/|^lib/(tools|conformance|architecture)';

/** Folders that hold no other; the ones inside of another have rules of their own. */
const inner = (/** @type {string} */ folder) =>
  Object.keys(folders).filter((other) => other.startsWith(`${folder}/`));

/** What of a folder's own workspace it leaves to others; null outside of workspaces. */
const homeOf = (/** @type {string} */ folder) =>
  Object.keys(workspaces).find((place) => folder.startsWith(`${place}/`));

const error = /** @type {const} */ ('error');

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no circle', severity: error, from: {}, to: { circular: true } },
    ...Object.entries(workspaces).map(([place, others]) => ({
      name: `${place} imports the workspaces that its package.json names`,
      severity: error,
      from: { path: within([place]), pathNot: TEST },
      to: { path: OWN, pathNot: within([place, ...others]) },
    })),
    ...Object.entries(folders).map(([folder, others]) => {
      const home = homeOf(folder);
      return {
        name: `${folder} imports itself and what is below it`,
        severity: error,
        from: {
          path: within([folder]),
          pathNot: [TEST, ...(inner(folder).length > 0 ? [within(inner(folder))] : [])],
        },
        to: {
          path: home === undefined ? OWN : within([home]),
          pathNot: within([folder, ...others]),
        },
      };
    }),
    {
      name: 'everything stands in a workspace',
      severity: error,
      from: {},
      to: { path: '^lib/', pathNot: [TEST, within(Object.keys(workspaces))] },
    },
    ...Object.entries(packages).map(([name, places]) => ({
      name: `${name} is imported in ${places} alone`,
      severity: error,
      from: { pathNot: [TEST, `^(${places})[/.]`, '^e2e/', '^[^/]+$'] },
      to: { path: `^node_modules/${name}/` },
    })),
    {
      name: 'no module of Node where a browser or another engine runs it',
      severity: error,
      from: {
        path: within(anywhere),
        pathNot: TEST,
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'what is published needs zod and nothing else',
      severity: error,
      from: {
        path: within([
          ...[
            'lib/engine',
            'lib/policies',
            'lib/analysis',
            'lib/tuning',
            'lib/answers',
            'lib/core',
          ],
          ...['lib/readers/importers', 'lib/readers/scenarios'],
        ]),
        pathNot: [TEST, within(['lib/answers/prices'])],
      },
      to: { path: '^node_modules/', pathNot: '^node_modules/zod/' },
    },
    {
      name: 'a format of traces stands alone',
      severity: error,
      from: { path: '^lib/readers/importers/formats/([^/]+)/' },
      to: {
        path: '^lib/readers/importers/formats/',
        pathNot: '^lib/readers/importers/formats/$1/',
      },
    },
    {
      name: 'mechanisms know no format',
      severity: error,
      from: { path: '^lib/readers/importers/mechanisms/' },
      to: { path: '^lib/readers/importers/formats/' },
    },
    {
      name: 'what the product runs on is a dependency',
      severity: error,
      from: { path: '^(app|components|lib)/', pathNot: TEST },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'],
        pathNot: '^node_modules/(@types|next)/',
      },
    },
    {
      name: 'a name says something',
      severity: error,
      from: {},
      to: {
        path: [
          '^(app|components|e2e|lib)/.*[A-Z]',
          '(^|/)(utils?|helpers?|common|types|misc)([.]|/)',
        ],
        pathNot: 'node_modules',
      },
    },
  ],
  // The proxy does not check requests with a body: lib/server/http makes each handler.
  required: [
    {
      name: 'every handler asks the request guard',
      severity: error,
      module: { path: '^app/(api|v1)/.*route[.]ts$' },
      to: { path: '^lib/server/(http/|request-guard)' },
    },
    {
      name: 'handlers ask for the token',
      severity: error,
      module: { path: '^lib/server/http/handler[.]ts$' },
      to: { path: '^lib/server/access/admit[.]ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(fixtures|generated(-postgresql)?|conformance)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
