// Who may import whom: `lib/architecture.test.ts` holds it.
/** Rooms and what each may import beside itself, packages apart; a name covers what lies below it. */
const engine = [
  'lib/engine/base',
  'lib/engine/session',
  'lib/engine/tokens',
  'lib/policies',
  'lib/engine/replay',
];
const told = [
  ...engine,
  'lib/analysis',
  'lib/tuning',
  'lib/readers/scenarios',
  'lib/answers/report',
  'lib/answers',
];
const outside = ['env', 'data-folder', 'process-lane', 'bundle', 'project', 'loopback'].map(
  (name) => `lib/server/${name}`,
);
const host = (/** @type {readonly string[]} */ ...names) =>
  names.map((name) => `lib/server/${name}`);

/** @type {Readonly<Record<string, readonly string[]>>} */
const rooms = {
  'lib/engine/base': [],
  'lib/engine/session': ['lib/engine/base'],
  'lib/engine/tokens': ['lib/engine/base', 'lib/engine/session'],
  'lib/policies': ['lib/engine/base', 'lib/engine/tokens'],
  'lib/engine/replay': ['lib/engine/base', 'lib/engine/tokens', 'lib/policies'],
  'lib/readers/importers': ['lib/engine/base', 'lib/engine/session', 'lib/engine/tokens'],
  'lib/readers/scenarios': ['lib/engine/base', 'lib/engine/session', 'lib/engine/tokens'],
  'lib/analysis': engine,
  'lib/tuning': [...engine, 'lib/analysis'],
  'lib/answers': [...engine, 'lib/analysis'],
  'lib/answers/report': told,
  'lib/core': [...told, 'lib/readers/importers'],
  'lib/server/access': [...outside, ...host('api', 'request-guard')],
  'lib/server/roots': ['lib/engine/base', ...outside],
  'lib/server/sizes': ['lib/policies', ...outside],
  'lib/readers/secrets': ['lib/engine/base', 'lib/engine/session'],
  'lib/readers/open': ['lib/engine/base', 'lib/engine/session', 'lib/readers/importers'],
  'lib/server/db': ['lib/engine/base', 'lib/engine/session', ...outside],
  'lib/server/import': [
    ...told,
    'lib/readers/importers',
    ...outside,
    ...host('open', 'db', 'secrets'),
  ],
  'lib/server/live': ['lib/engine/base', 'lib/readers/importers', ...host('db', 'import', 'roots')],
  'lib/server/archive': ['lib/engine/base', 'lib/server/db'],
  'lib/api': [...told, 'lib/readers/importers'],
  'lib/answers/prices': ['lib/engine/tokens', 'lib/analysis'],
  'lib/server/report': [...told, ...host('prices', 'secrets')],
  'lib/worker': [...told, ...host('api', 'prices')],
  'lib/server/http': [
    ...[...told, 'lib/readers/importers', ...outside],
    ...host('access', 'api', 'db', 'import', 'live', 'open', 'prices', 'report', 'roots'),
    ...host('secrets', 'security-headers', 'sizes'),
  ],
  'lib/cli': [
    ...[...told, 'lib/readers/importers', ...outside],
    ...host('access', 'archive', 'open', 'prices', 'report', 'roots', 'secrets', 'server'),
    ...host('sizes', 'worker'),
  ],
  'components/ui': ['lib/engine/base', 'components/charts'],
  'components/charts': ['lib/engine/base', 'lib/analysis', 'lib/answers/report', 'components/ui'],
  components: [...told, 'lib/readers/importers', ...host('api', 'worker')],
  app: ['components', 'lib/readers/importers', ...host('server', 'db')],
  e2e: ['lib/tools'],
};

/** Packages of few: each with the rooms that alone may import it. */
const packages = {
  zod: 'lib|components',
  recharts: 'components/charts',
  react: 'components|app|lib/api',
  next: 'components|app|lib/server/security-headers|proxy|instrumentation',
  '(@prisma|libsql|pg)': 'lib/server/db|lib/readers/open',
  'gpt-tokenizer': 'lib/worker',
  commander: 'lib/cli',
};

const escaped = (/** @type {string} */ path) => path.replaceAll('/', '\\/');
const within = (/** @type {readonly string[]} */ paths) => `^(${paths.map(escaped).join('|')})[/.]`;

const OWN = '^(app|components|e2e|lib)/';
/** Tests import what they need for their input; tools and other systems’ programs are imported by none. */
const TEST = '[.](test|long|traces)[.]tsx?$|/testing/|^lib/(tools|conformance|architecture)';

/** Rooms that hold no other room; the ones inside of another have rules of their own. */
const inner = (/** @type {string} */ room) =>
  Object.keys(rooms).filter((other) => other.startsWith(`${room}/`));

const error = /** @type {const} */ ('error');

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no circle', severity: error, from: {}, to: { circular: true } },
    ...Object.entries(rooms).map(([room, others]) => ({
      name: `${room} imports itself and what is below it`,
      severity: error,
      from: {
        path: within([room]),
        pathNot: [TEST, ...(inner(room).length > 0 ? [within(inner(room))] : [])],
      },
      to: { path: OWN, pathNot: within([room, ...others]) },
    })),
    {
      name: 'everything stands in a room',
      severity: error,
      from: {},
      to: {
        path: '^lib/',
        pathNot: [
          TEST,
          within([...Object.keys(rooms), ...outside, ...host('request-guard', 'security-headers')]),
        ],
      },
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
        path: within([
          ...told,
          ...['lib/readers/importers', 'lib/core', 'components'],
          ...host('api', 'worker'),
        ]),
        pathNot: TEST,
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the engine needs zod and nothing else',
      severity: error,
      from: { path: within([...told, 'lib/readers/importers', 'lib/core']), pathNot: TEST },
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
      to: { path: '^lib/server/(server/|request-guard)' },
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
