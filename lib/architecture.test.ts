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
} from '@/lib/commands/house-rules';
import { CORE, IMPORT_TABLE } from '@/lib/commands/import-table';
import { filesUnder, inProject } from '@/lib/commands/project.mjs';

const TOP = ['app', 'components', 'lib', 'prisma', 'e2e', 'proxy.ts', 'instrumentation.ts'];
const LEFT_OUT = /(^|\/)(generated(-postgresql)?|fixtures|migrations)\//;

const files: readonly SourceFile[] = TOP.flatMap(filesUnder)
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !LEFT_OUT.test(file))
  .map((file) => ({ path: file, text: readFileSync(inProject(file), 'utf8') }));

const planted = (path: string, ...lines: readonly string[]): SourceFile[] => [
  { path, text: lines.join('\n') },
];

/** Rules are spelled out in house-rules.ts and planted here, so neither is searched for words. */
const spelledOut = ['lib/commands/house-rules.ts', 'lib/architecture.test.ts'];

describe('the house', () => {
  it('is there', () => {
    expect(files.length).toBeGreaterThan(30);
  });

  it('imports only what the table allows', () => {
    expect(importViolations(files)).toEqual([]);
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
    ['lib/policies/none.ts', '@/lib/replay/replay', 'lib/policies may not import lib/replay'],
    ['lib/replay/replay.ts', 'react', 'lib/replay may not import this package'],
    ['lib/report/csv.ts', 'node:fs', 'lib/report may not import this package'],
    ['lib/ingest/read.ts', '@prisma/client', 'lib/ingest may not import this package'],
    ['lib/ingest/read.ts', '@/lib/db/library', 'lib/ingest may not import lib/db'],
    ['lib/cli/main.ts', '@/lib/db/library', 'lib/cli may not import lib/db'],
    ['lib/api/client.ts', '@/lib/db/library', 'lib/api may not import lib/db'],
    ['lib/api/client.ts', '@/lib/api/server/route', 'lib/api may not import lib/api/server'],
    ['lib/db/library.ts', '@/lib/api/contract', 'lib/db may not import lib/api'],
    ['components/ui/button.tsx', 'recharts', 'components/ui may not import this package'],
    ['components/ui/button.tsx', '@/lib/db/library', 'components/ui may not import lib/db'],
    ['components/upload/drop.tsx', '@/lib/api/server/route', 'may not import lib/api/server'],
    ['app/page.tsx', '@/lib/cli/main', 'app may not import lib/cli'],
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
    ['lib/db/library.ts', '@prisma/client/runtime'],
    ['lib/api/server/sessions.ts', '@/lib/db/library'],
    ['lib/tokens/mechanisms/cut.ts', '../profile'],
    ['lib/session/schema.test.ts', 'vitest'],
    ['instrumentation.ts', '@/lib/db/migrate'],
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
    const lines = Array<string>(301).fill('x');
    expect(lengthViolations(planted('lib/base/long.ts', ...lines))).toHaveLength(1);
    expect(lengthViolations(planted('lib/base/long.ts', ...lines.slice(1)))).toEqual([]);
  });

  it.each([
    ['policies', 'definePolicy'],
    ['importers', 'defineImporter'],
    ['detectors', 'defineDetector'],
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
      "import { route } from '@/lib/api/server/route';",
      'export const POST = route({});',
    );
    const asking = planted(
      'lib/api/server/route.ts',
      "import { refuseForeign } from '@/lib/request-guard';",
    );
    expect(guardViolations([...bare, ...asking])).toHaveLength(1);
    expect(guardViolations(made)).toEqual(['lib/api/server does not ask the request guard']);
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

describe('the import table', () => {
  it('keeps Node, React and Next out of the core', () => {
    for (const unit of CORE) {
      const packages = IMPORT_TABLE[unit]?.packages ?? [];
      expect(packages.filter((name) => !['zod', 'tokenlens', 'fflate'].includes(name))).toEqual([]);
    }
  });

  it('has one importer of Prisma and one of Recharts', () => {
    const importersOf = (name: string): string[] =>
      Object.entries(IMPORT_TABLE)
        .filter(([, { packages }]) => packages.some((other) => other.startsWith(name)))
        .map(([unit]) => unit);
    expect(importersOf('@prisma/')).toEqual(['lib/db']);
    expect(importersOf('recharts')).toEqual(['components/charts']);
    // A tokenizer weighs megabytes: it stays out of every page.
    expect(importersOf('gpt-tokenizer')).toEqual(['lib/worker', 'lib/cli']);
  });
});
