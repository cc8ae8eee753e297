/** The house of `.dependency-cruiser.mjs`: who may import whom, no circles, nothing left over. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';
import { Scratch } from '@/lib/readers/open/testing/scratch';

interface Cruised {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string }[];
  }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

const NEXT = ['proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts'];
const PLACES = ['app', 'components', 'lib', 'e2e', ...NEXT];
const CONFIG = '.dependency-cruiser.mjs';

function cruised(cwd: string, places: readonly string[]): Cruised {
  const program = inProject('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, ...places, '--config', CONFIG, '--output-type', 'json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    ...{ cwd, encoding: 'utf8', maxBuffer: 2 ** 28 },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Cruised;
}

const broken = ({ summary }: Cruised): readonly string[] =>
  summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`);

/** Where the product begins: pages, the command line, workers, programs of processes, the package. */
const ENTRIES = [
  /^app\/.*(page|layout|route|error|not-found|loading|icon|manifest|robots)\.tsx?$/,
  /^(proxy|instrumentation|instrumentation-client)\.ts$/,
  /^lib\/cli\/(bin|main)\./,
  /^lib\/server\/.*\/process\/entry\.ts$/,
  /-(worker|program)\.(ts|mjs)$/,
  /^lib\/(core\/index\.ts|tools\/)/,
];
const TEST = /\.(test|long|traces)\.tsx?$|\/testing\/|^lib\/tools\/|^e2e\//;

/** Product files that no entry leads to: a policy outside of its registry, say. */
function leftOver({ modules }: Cruised): readonly string[] {
  const own = modules.filter(({ source }) => /^(app|components|lib)\/|^[\w-]+\.ts$/.test(source));
  const uses = new Map(own.map(({ source, dependencies }) => [source, dependencies]));
  const reached = new Set(
    own.map(({ source }) => source).filter((file) => ENTRIES.some((entry) => entry.test(file))),
  );
  for (const file of reached) {
    for (const { resolved } of uses.get(file) ?? []) if (uses.has(resolved)) reached.add(resolved);
  }
  return [...uses.keys()].filter((file) => !reached.has(file) && !TEST.test(file));
}

describe('the house', () => {
  const house = cruised(inProject('.'), PLACES);

  it('keeps its rules', () => {
    expect(house.modules.length).toBeGreaterThan(2_000);
    expect(broken(house)).toEqual([]);
  });

  it('has nothing left over', () => {
    expect(leftOver(house)).toEqual([]);
  });
});

describe('a planted file', () => {
  const scratch = new Scratch();
  afterAll(() => scratch.remove());
  const plant = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(scratch.folder, file)), { recursive: true });
    writeFileSync(path.join(scratch.folder, file), text);
  };
  const importing = (...names: readonly string[]): string =>
    names.map((name) => `import '${name}';`).join('\n');

  it('that breaks a rule is named with it', () => {
    plant(
      'package.json',
      '{"workspaces":["lib/engine","lib/readers","lib/server","lib/cli"],"devDependencies":{"recharts":"*"}}',
    );
    plant('lib/engine/package.json', '{"dependencies":{"zod":"*"}}');
    plant('lib/readers/package.json', '{"dependencies":{"@highwater/engine":"*"}}');
    plant('lib/server/package.json', '{}');
    plant('lib/cli/package.json', '{}');
    plant('tsconfig.json', '{"compilerOptions":{"paths":{"@/*":["./*"]}}}');
    copyFileSync(inProject(CONFIG), path.join(scratch.folder, CONFIG));
    for (const name of ['zod', 'recharts']) {
      plant(`node_modules/${name}/package.json`, `{"name":"${name}","main":"index.js"}`);
      plant(`node_modules/${name}/index.js`, '');
    }
    plant('lib/engine/base/a.ts', importing('@/lib/engine/session/b', 'node:fs'));
    plant('lib/engine/base/circle.ts', importing('./other'));
    plant('lib/engine/base/other.ts', importing('./circle'));
    plant('lib/engine/base/utils.ts', importing('zod'));
    plant('lib/engine/session/b.ts', importing('zod', '@/lib/engine/base/utils'));
    plant('lib/engine/session/b.test.ts', importing('node:fs', '@/app/page'));
    plant('lib/shiny/new.ts', '');
    plant(
      'lib/readers/importers/formats/one/index.ts',
      importing('../two/lanes', '@/lib/shiny/new'),
    );
    plant('lib/readers/importers/formats/two/lanes.ts', importing('zod', '@/lib/engine/base/a'));
    plant('lib/cli/main.ts', importing('@/lib/server/db/library'));
    plant('lib/server/db/library.ts', '');
    plant('components/ui/button.tsx', importing('recharts'));
    plant('app/page.tsx', importing('@/lib/cli/main'));
    plant('app/api/sessions/route.ts', 'export function POST() {}');
    const found = cruised(scratch.folder, ['app', 'components', 'lib']);
    expect([...broken(found)].sort()).toMatchInlineSnapshot(`
      [
        "app/api/sessions/route.ts → app/api/sessions/route.ts: every handler asks the request guard",
        "app/page.tsx → lib/cli/main.ts: app imports itself and what is below it",
        "components/ui/button.tsx → node_modules/recharts/index.js: recharts is imported in components/charts alone",
        "components/ui/button.tsx → node_modules/recharts/index.js: what the product runs on is a dependency",
        "lib/cli/main.ts → lib/server/db/library.ts: lib/cli imports the workspaces that its package.json names",
        "lib/engine/base/a.ts → fs: no module of Node where a browser or another engine runs it",
        "lib/engine/base/a.ts → lib/engine/session/b.ts: lib/engine/base imports itself and what is below it",
        "lib/engine/base/circle.ts → lib/engine/base/other.ts: no circle",
        "lib/engine/session/b.ts → lib/engine/base/utils.ts: a name says something",
        "lib/readers/importers/formats/one/index.ts → lib/readers/importers/formats/two/lanes.ts: a format of traces stands alone",
        "lib/readers/importers/formats/one/index.ts → lib/shiny/new.ts: everything stands in a workspace",
        "lib/readers/importers/formats/one/index.ts → lib/shiny/new.ts: lib/readers imports the workspaces that its package.json names",
        "lib/readers/importers/formats/two/lanes.ts → node_modules/zod/index.js: what the product runs on is a dependency",
      ]
    `);
    expect(leftOver(found)).toContain('lib/readers/importers/formats/one/index.ts');
  });
});
