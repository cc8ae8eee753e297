import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  guardViolations,
  importsOf,
  importViolations,
  lengthViolations,
  registryViolations,
  type SourceFile,
  wordViolations,
} from '@/lib/tools/house-rules';
import {
  fileCircles,
  folderViolations,
  formatViolations,
  importGraph,
  tableViolations,
  unitCircles,
  unreachedFiles,
} from '@/lib/tools/house-graph';
import { CORE, IMPORT_TABLE } from '@/lib/tools/import-table';
import { filesUnder, inProject } from '@/lib/host/project.mjs';

const NEXT = ['proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts'];
const TOP = ['app', 'components', 'lib', 'prisma', 'e2e', ...NEXT];
const SETTINGS = [
  'package.json',
  'lib/conformance/package.json',
  'playwright.config.ts',
  'vitest.config.ts',
  'vitest.traces.config.ts',
  'next.config.js',
  'prisma.config.ts',
];
const LEFT_OUT = /(^|\/)(generated(-postgresql)?|fixtures|migrations)\//;

const read = (file: string): SourceFile => ({
  path: file,
  text: readFileSync(inProject(file), 'utf8'),
});

const files: readonly SourceFile[] = TOP.flatMap(filesUnder)
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !LEFT_OUT.test(file))
  .map(read);
const graph = importGraph(files);

const planted = (path: string, ...lines: readonly string[]): SourceFile[] => [
  { path, text: lines.join('\n') },
];

/** Rules are spelled out in house-rules.ts and planted here, so neither is searched for words. */
const spelledOut = ['lib/tools/house-rules.ts', 'lib/architecture.test.ts'];

describe('the house', () => {
  it('is there', () => {
    expect(files.length).toBeGreaterThan(30);
  });

  it('imports only what the table allows', () => {
    expect(importViolations(files)).toEqual([]);
  });

  it('has no circles between files or units', () => {
    expect(fileCircles(graph)).toEqual([]);
    expect(unitCircles(graph)).toEqual([]);
  });

  it('permits only what is there and used', () => {
    expect(tableViolations(files)).toEqual([]);
  });

  it('lets no format of traces import another', () => {
    expect(formatViolations(graph)).toEqual([]);
  });

  it('has no product file that only tests reach', () => {
    expect(unreachedFiles(files, SETTINGS.map(read))).toEqual([]);
  });

  it('has no folder too long to be seen at once', () => {
    expect(folderViolations(TOP.flatMap(filesUnder))).toEqual([]);
  });

  it('has no file too long to read', () => {
    expect(lengthViolations(files)).toEqual([]);
  });

  it('registers every policy, importer and detector', () => {
    expect(registryViolations(files)).toEqual([]);
  });

  it('guards every handler of the API', () => {
    expect(guardViolations(files)).toEqual([]);
  });

  it('silences, skips and leaves open nothing', () => {
    expect(wordViolations(files.filter(({ path }) => !spelledOut.includes(path)))).toEqual([]);
  });
});

describe('a planted import', () => {
  it.each([
    ['lib/base/result.ts', '@/lib/session/schema', 'lib/base may not import lib/session'],
    ['lib/session/schema.ts', '@/lib/tokens/profile', 'lib/session may not import lib/tokens'],
    [
      'lib/policies/highwater/none.ts',
      '@/lib/replay/replay',
      'lib/policies may not import lib/replay',
    ],
    ['lib/replay/replay.ts', 'react', 'lib/replay may not import this package'],
    ['lib/report/export/rows.ts', 'node:fs', 'lib/report/export may not import this package'],
    ['lib/host/open/read.ts', '@prisma/client', 'lib/host/open may not import this package'],
    ['lib/host/open/read.ts', '@/lib/host/db/library', 'lib/host/open may not import lib/host/db'],
    ['lib/host/cli/main.ts', '@/lib/host/db/library', 'lib/host/cli may not import lib/host/db'],
    ['lib/host/api/client.ts', '@/lib/host/db/library', 'lib/host/api may not import lib/host/db'],
    [
      'lib/host/api/client.ts',
      '@/lib/host/server/route',
      'lib/host/api may not import lib/host/server',
    ],
    [
      'lib/host/db/library.ts',
      '@/lib/host/api/contract/contract',
      'lib/host/db may not import lib/host/api',
    ],
    ['components/ui/button.tsx', 'recharts', 'components/ui may not import this package'],
    [
      'components/ui/button.tsx',
      '@/lib/host/db/library',
      'components/ui may not import lib/host/db',
    ],
    ['components/upload/drop.tsx', '@/lib/host/server/route', 'may not import lib/host/server'],
    ['app/page.tsx', '@/lib/host/cli/main', 'app may not import lib/host/cli'],
    ['e2e/tour.spec.ts', '@/lib/session/schema', 'e2e may not import lib/session'],
    ['lib/session/schema.ts', '@/lib/session/builder', 'use ./ inside a unit'],
    ['lib/session/schema.ts', '../base/result', 'use @/ between units'],
    ['lib/session/schema.ts', '../../app/page', 'use @/ between units'],
    ['lib/session/schema.test.ts', 'react', 'lib/session may not import this package'],
    ['lib/shiny/new.ts', './other', 'the import table knows no unit lib/shiny'],
  ])('of %s from %s is found', (path, name, why) => {
    const [violation, ...others] = importViolations(planted(path, `import { x } from '${name}';`));
    expect(violation).toContain(why);
    expect(others).toEqual([]);
  });

  it.each([
    ['components/charts/lines.tsx', 'recharts'],
    ['components/workbench/page.tsx', '@/components/charts/lines'],
    ['lib/host/db/library.ts', '@prisma/adapter-pg/dist'],
    ['lib/host/server/sessions/sessions.ts', '@/lib/host/db/library'],
    ['lib/tokens/mechanisms/cut.ts', '../profile'],
    ['lib/session/schema.test.ts', 'vitest'],
    ['instrumentation.ts', '@/lib/host/server/boot'],
  ])('of %s from %s is allowed', (path, name) => {
    expect(importViolations(planted(path, `import { x } from '${name}';`))).toEqual([]);
  });
});

describe('importsOf', () => {
  it('sees every form', () => {
    const text = [
      "import 'a';",
      "import b, { type B } from 'b';",
      "import type { C } from 'c';",
      'import {',
      '  d,',
      "} from 'd';",
      "export * from 'e';",
      "export { f } from 'f';",
      "const g = await import('node:g');",
      "type H = import('node:h').H;",
      "const i = require('node:i');",
      "const text = 'import of nothing';",
    ].join('\n');
    expect(importsOf(text).sort()).toEqual([...'abcdef', 'node:g', 'node:h', 'node:i']);
  });
});

describe('another planted violation', () => {
  it('of length is found', () => {
    const lines = Array<string>(401).fill('x');
    expect(lengthViolations(planted('lib/base/long.ts', ...lines))).toHaveLength(1);
    expect(lengthViolations(planted('lib/base/long.ts', ...lines.slice(1)))).toEqual([]);
  });

  it.each([
    ['policies', 'definePolicy'],
    ['importers', 'defineImporter'],
    ['analysis/detectors', 'defineDetector'],
  ])('of the registry of %s is found', (folder, define) => {
    const file = planted(`lib/${folder}/lost.ts`, `export const lost = ${define}({});`);
    const registry = planted(`lib/${folder}/builtin.ts`, "export { lost } from './lost';");
    expect(registryViolations(file)).toEqual([
      `lib/${folder}/lost.ts is not in lib/${folder}/builtin.ts`,
    ]);
    expect(registryViolations([...file, ...registry])).toEqual([]);
  });

  it('of the guard is found', () => {
    const bare = planted('app/api/sessions/route.ts', 'export async function POST() {}');
    const made = planted(
      'app/api/sessions/route.ts',
      "import { route } from '@/lib/host/server/route';",
      'export const POST = route({});',
    );
    const asking = planted(
      'lib/host/server/route.ts',
      "import { admit } from '@/lib/host/access/admit';",
    );
    expect(guardViolations([...bare, ...asking])).toHaveLength(1);
    expect(guardViolations(made)).toEqual(['lib/host/server does not ask the request guard']);
    expect(guardViolations([...made, ...asking])).toEqual([]);
  });

  it('of a word or name is found', () => {
    expect(wordViolations(planted('lib/base/a.ts', '// TODO'))).toHaveLength(1);
    expect(wordViolations(planted('lib/base/a.test.ts', "it.skip('x')"))).toHaveLength(1);
    expect(wordViolations(planted('lib/base/a.ts', '// @ts-ignore'))).toHaveLength(1);
    expect(wordViolations(planted('lib/base/utils.ts'))).toHaveLength(1);
    expect(wordViolations(planted('lib/base/MyFile.ts'))).toHaveLength(1);
  });
});

describe('a planted graph', () => {
  /** Files by path, with the names they import. */
  const house = (imports: Readonly<Record<string, readonly string[]>>): SourceFile[] =>
    Object.entries(imports).map(([path, names]) => ({
      path,
      text: names.map((name) => `import type { X } from '${name}';`).join('\n'),
    }));
  const graphOf = (imports: Readonly<Record<string, readonly string[]>>) =>
    importGraph(house(imports));

  it('with a circle between files is found', () => {
    const circle = graphOf({
      'lib/base/a.ts': ['./b'],
      'lib/base/b.ts': ['./c'],
      'lib/base/c.ts': ['@/lib/base/a', './d'],
      'lib/base/d.ts': [],
    });
    expect(fileCircles(circle)).toEqual([
      'a circle: lib/base/a.ts · lib/base/b.ts · lib/base/c.ts',
    ]);
    expect(fileCircles(graphOf({ 'lib/base/a.ts': ['./b'], 'lib/base/b.ts': [] }))).toEqual([]);
  });

  it('with a circle between units is found, and none that a test makes', () => {
    const to = { 'lib/session/b.ts': [], 'lib/base/a.ts': ['@/lib/session/b'] };
    const back = ['@/lib/base/a'];
    expect(unitCircles(graphOf({ ...to, 'lib/session/c.ts': back }))).toEqual([
      'a circle of units: lib/base · lib/session',
    ]);
    expect(unitCircles(graphOf({ ...to, 'lib/session/c.test.ts': back }))).toEqual([]);
  });

  it('with a permission that nobody uses is found', () => {
    const table = {
      'lib/base': { units: [], packages: ['zod'] },
      'lib/session': { units: ['lib/base', 'lib/gone'], packages: [] },
      'lib/old': { units: [], packages: [] },
    };
    const files = house({
      'lib/base/a.ts': ['zod/mini'],
      'lib/session/b.test.ts': ['@/lib/base/a'],
    });
    expect(tableViolations(files, table)).toEqual([
      'lib/session may import lib/gone, which has no files',
      'lib/session may import lib/base and does not',
      'lib/session may import lib/gone and does not',
      'lib/old has no files',
    ]);
  });

  it('with a format that imports another is found', () => {
    const formats = 'lib/importers/formats';
    const violations = formatViolations(
      graphOf({
        [`${formats}/one/index.ts`]: ['./lanes', '../two/lanes', '../../mechanisms/text'],
        [`${formats}/one/lanes.ts`]: [],
        [`${formats}/two/lanes.ts`]: [],
        'lib/importers/mechanisms/text.ts': ['../formats/one/lanes'],
        'lib/importers/builtin.ts': ['./formats/one/index'],
      }),
    );
    expect(violations).toHaveLength(2);
    expect(violations[0]).toContain('one/index.ts imports lib/importers/formats/two/lanes.ts');
    expect(violations[1]).toContain('mechanisms/text.ts imports');
  });

  it('with a product file that only tests reach is found', () => {
    const files = [
      ...house({
        'app/page.tsx': ['@/components/page'],
        'components/page.tsx': ['./part'],
        'components/part.tsx': [],
        'lib/base/lost.ts': ['./lost-too'],
        'lib/base/lost-too.ts': [],
        'lib/base/lost.test.ts': ['./lost', '@/lib/tools/rules'],
        'lib/base/testing/made.ts': ['../lost'],
        'lib/tools/rules.ts': [],
        'lib/tools/run.ts': [],
        'lib/host/worker/worker.ts': [],
      }),
      ...planted('lib/host/cli/main.ts', "new URL('../worker/worker.ts', import.meta.url);"),
    ];
    const settings = planted(
      'package.json',
      '"run": "node lib/tools/run.ts && lib/host/cli/main.ts"',
    );
    expect(unreachedFiles(files, settings)).toEqual([
      'lib/base/lost.ts is reached by nothing but tests',
      'lib/base/lost-too.ts is reached by nothing but tests',
    ]);
  });

  it('with a folder of too many files is found', () => {
    const inFolder = (folder: string, count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`);
    expect(folderViolations(inFolder('lib/base', 29))).toEqual([
      'lib/base lists 29 files, more than 28',
    ]);
    expect(folderViolations(inFolder('lib/base', 28))).toEqual([]);
    expect(folderViolations(inFolder('lib/base/fixtures', 29))).toEqual([]);
  });
});

describe('the import table', () => {
  it('keeps Node, React and Next out of the core', () => {
    for (const unit of CORE) {
      const packages = IMPORT_TABLE[unit]?.packages ?? [];
      expect(packages.filter((name) => name !== 'zod')).toEqual([]);
    }
  });

  it('has one importer of Prisma and one of Recharts', () => {
    const importersOf = (name: string): string[] =>
      Object.entries(IMPORT_TABLE)
        .filter(([, { packages }]) => packages.some((other) => other.startsWith(name)))
        .map(([unit]) => unit);
    expect(importersOf('@prisma/')).toEqual(['lib/host/db']);
    expect(importersOf('recharts')).toEqual(['components/charts']);
    // A tokenizer weighs megabytes: it stays out of every page.
    expect(importersOf('gpt-tokenizer')).toEqual(['lib/host/worker']);
  });
});
