/**
 * The package as a stranger gets it: packed, installed into an empty folder with an empty home, run, opened in a
 * browser, and typed.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chromium } from '@playwright/test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import { capture } from '@/lib/cli/testing/captured-io';
import { findBrowser } from '@/lib/tools/browser';

const SAMPLES = inProject('public/samples');
const SAMPLE = join(SAMPLES, 'timing-gap.json');
const scratch = new Scratch();
const { folder } = scratch;
const database = scratch.database(fixtureText('adk-database/event-data.sql'));
const installed = join(folder, 'node_modules/highwater');
const home = join(folder, 'home');

/** The example of README.md. */
const [, example = ''] =
  /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(inProject('README.md'), 'utf8')) ?? [];

/** What the example uses of Node, and the one name of the platform that zod's own types use. */
const SURROUNDINGS = `declare module 'node:fs' {
  export function readFileSync(file: string, encoding: 'utf8'): string;
}
declare const process: { readonly argv: readonly [string, string, string] };
declare const console: { log(...values: readonly unknown[]): void };
interface URL {}
`;

const { DATABASE_URL: _, ...outer } = process.env;

/** Of somebody who has never started Highwater, and whose npm has its cache. */
const strange = {
  ...outer,
  ...{ HOME: home, XDG_DATA_HOME: '', HIGHWATER_TOKEN: '', npm_config_update_notifier: 'false' },
  npm_config_cache: spawnSync('npm', ['config', 'get', 'cache'], {
    encoding: 'utf8',
  }).stdout.trim(),
};

function ran(program: string, args: readonly string[], cwd = folder) {
  const env = strange;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

let tarball = '';

beforeAll(() => {
  mkdirSync(home);
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  tarball = process.env['HIGHWATER_TARBALL'] ?? pack();
  const install = ran('npm', ['install', '--no-audit', '--no-fund', tarball]);
  expect(install.status, install.stderr).toBe(0);
}, 2_400_000);
afterAll(() => scratch.remove());

/** The path of a package that is packed now; `npm run release` has one. */
function pack(): string {
  const packed = ran(
    'npm',
    ['run', '--silent', 'package', '--', '--silent', '--pack-destination', folder],
    inProject(),
  );
  expect(packed.status, packed.stderr).toBe(0);
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
}

it('brings what a bundle cannot hold, and no more', () => {
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect(Object.keys(dependencies)).toEqual(['libsql', 'zod']);
  for (const absent of ['next', 'react', 'prisma', '@prisma', 'tsx', 'esbuild']) {
    expect(existsSync(join(folder, 'node_modules', absent))).toBe(false);
  }
  expect(readdirSync(installed).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'NOTICES.txt',
    'README.md',
    'app',
    'bin.mjs',
    'core',
    'package.json',
    'types',
  ]);
  const notices = readFileSync(join(installed, 'NOTICES.txt'), 'utf8');
  expect(notices).toMatch(/^commander \d[\d.]* \(MIT\)\n\n\(The MIT License\)/m);
});

describe('the installed highwater', () => {
  it('replays as the checkout does', async () => {
    const { status, stdout, stderr } = ran('npx', ['--offline', 'highwater', 'replay', SAMPLE]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toBe((await capture(['replay', SAMPLE])).out);
  });

  it('opens a database with the native code that came along', async () => {
    const { status, stdout, stderr } = ran('npx', ['--offline', 'highwater', 'import', database]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toBe((await capture(['import', database])).out);
  });

  it('counts with the tokenizers and finds secrets: what is loaded late is there', () => {
    const counted = ran('npx', ['--offline', 'highwater', 'tokens', SAMPLE]);
    expect(counted.stderr).not.toMatch(/Cannot find|ERR_/);
    const redacted = ran('npx', ['--offline', 'highwater', 'redact', SAMPLE]);
    expect(redacted.status, redacted.stderr).toBe(0);
  });

  it('answers an agent', async () => {
    const command = join(folder, 'node_modules/.bin/highwater');
    const transport = new StdioClientTransport({ command, args: ['mcp', '--root', SAMPLES] });
    const client = new Client({ name: 'package', version: '1' });
    await client.connect(transport);
    const asked = { name: 'explain_step', arguments: { path: 'timing-gap.json', step: 63 } };
    const { structuredContent } = await client.callTool(asked);
    expect(structuredContent).toMatchObject({
      step: 63,
      compacted: false,
      outcome: { policy: 'held' },
    });
    await client.close();
  });
});

/** Bytes of all files below a folder. */
const bytesBelow = (below: string): number =>
  readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

it('is packed in 30 MB and installed in 150', () => {
  expect(statSync(tarball).size).toBeLessThan(30e6);
  expect(bytesBelow(join(folder, 'node_modules'))).toBeLessThan(150e6);
});

/** Starts the installed dashboard. @returns its process, and the address that it prints */
async function opened(...args: readonly string[]): Promise<[ChildProcess, address: string]> {
  const program = join(folder, 'node_modules/.bin/highwater');
  const child = spawn(program, ['--no-open', ...args], { cwd: folder, env: strange });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  for await (const text of child.stdout) {
    said += String(text);
    const [, address] = /ready at (\S+)\n/.exec(said) ?? [];
    if (address !== undefined) return [child, address];
  }
  throw new Error(`It ended before it was ready:\n${said}`);
}

/** Ends it as a terminal does. @returns its exit code */
const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGINT');
  });

describe('the dashboard', () => {
  it('reads a dropped file and says its verdict', async () => {
    const [server, address] = await opened();
    const executablePath = findBrowser();
    const browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ['--no-sandbox'],
    });
    const page = await browser.newPage();
    const failed: string[] = [];
    page.on('pageerror', ({ message }) => failed.push(message));
    page.on(
      'response',
      (one) => one.status() >= 400 && failed.push(`${one.status()} ${one.url()}`),
    );
    await page.goto(address);
    await page.locator('input[type=file]').first().setInputFiles(SAMPLE);
    await page.locator('a[href^="/sessions/"]').first().click({ timeout: 120_000 });
    const { out } = await capture(['replay', SAMPLE, '--json']);
    const { sessions } = JSON.parse(out) as { readonly sessions: readonly { verdict: string }[] };
    const [, where = 'none'] = /overflow at (step \d+)/.exec(sessions[0]?.verdict ?? '') ?? [];
    await page.locator('h1').filter({ hasText: where }).waitFor({ timeout: 120_000 });
    expect(failed).toEqual([]);
    await browser.close();
    expect(await ended(server)).toBe(0);
    expect(existsSync(join(home, '.local/share/highwater/highwater.db'))).toBe(true);
  }, 600_000);

  it('opens a file at its session, from the library of --data', async () => {
    const data = join(folder, 'other');
    const [server, address] = await opened('--data', data, SAMPLE);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sessions\/\w+/);
    // The address holds the token, which becomes a cookie on the way to the page.
    const entry = await fetch(address, { redirect: 'manual' });
    const cookie = entry.headers.get('set-cookie')?.split(';')[0] ?? '';
    const list = await fetch(new URL('/api/sessions', address), { headers: { cookie } });
    expect(await list.text()).toContain(basename(SAMPLE, '.json').replace('-', ' '));
    expect(await ended(server)).toBe(0);
    expect(existsSync(join(data, 'highwater.db'))).toBe(true);
  }, 600_000);

  it('exports its library from the command line', () => {
    const { status, stderr } = ran('npx', ['--offline', 'highwater', 'export-library', 'x.tar.gz']);
    expect(stderr).toMatch(/^Exported .*\b1 session/im);
    expect(status).toBe(0);
  });

  it('says what is neither a command nor a file', () => {
    const { status, stderr } = ran('npx', ['--offline', 'highwater', 'replai']);
    expect(stderr).toContain('"replai" is neither a command nor a file or folder.');
    expect(status).toBe(2);
  });
});

describe('highwater/core', () => {
  it('replays a file in the ten lines of README.md', async () => {
    expect(
      example
        .trimEnd()
        .split('\n')
        .filter((line) => line !== '').length,
    ).toBeLessThanOrEqual(10);
    writeFileSync(join(folder, 'example.mjs'), example);
    const { status, stdout, stderr } = ran(process.execPath, ['example.mjs', SAMPLE]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const { out } = await capture(['replay', SAMPLE, '--set', 'cap=7.5', '--json']);
    const { sessions } = JSON.parse(out) as { readonly sessions: readonly { verdict: string }[] };
    expect(stdout).toContain(sessions[0]?.verdict);
    expect(stdout).toContain('compact');
  });

  it.each(['nodenext', 'bundler'])(
    'has types without DOM and Node, resolved as %s',
    (resolution) => {
      writeFileSync(join(folder, 'example.ts'), example);
      writeFileSync(join(folder, 'surroundings.d.ts'), SURROUNDINGS);
      const compilerOptions = {
        noEmit: true,
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        lib: ['ES2023'],
        types: [],
        skipLibCheck: false,
        target: 'es2023',
        module: resolution === 'bundler' ? 'esnext' : resolution,
        moduleResolution: resolution,
      };
      const project = { compilerOptions, files: ['example.ts', 'surroundings.d.ts'] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
      const { status, stdout } = ran(process.execPath, [
        inProject('node_modules/typescript/bin/tsc'),
        '-p',
        folder,
      ]);
      expect(stdout).toBe('');
      expect(status).toBe(0);
    },
  );

  it('names no part of Node or of a browser in its code', () => {
    const code = readFileSync(join(installed, 'core/index.js'), 'utf8');
    const imported = [...code.matchAll(/^import .* from "([^"]+)";$/gm)].map((match) => match[1]);
    expect([...new Set(imported)]).toEqual(['zod']);
  });
});
