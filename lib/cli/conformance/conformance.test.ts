import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { goldenDrift, type Golden } from './golden-drift';
import { run } from '../run';
import { capture, parsed } from '../testing/captured-io';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';

const golden = (runs: readonly unknown[], policy = 'one'): Golden => ({
  package: `@made/${policy}`,
  version: '1.0.0',
  command: `cd lib/conformance && npm install && npm run ${policy}`,
  runs: [...runs],
});

describe('what differs between two golden files', () => {
  it('is nothing between equal runs, whatever the version', () => {
    const runs = [{ seed: 1, steps: [[1, 2]] }];
    const newer = { ...golden(runs), version: '2.0.0' };
    expect(goldenDrift(golden(runs), newer)).toEqual({ runs: 1, differing: 0, first: null });
  });

  it('is named by the first place in the first run', () => {
    const was = golden([{ a: 1 }, { steps: [1, 2, 3] }, { steps: [4] }]);
    const is = golden([{ a: 1 }, { steps: [1, 5, 3] }, { steps: [] }]);
    expect(goldenDrift(was, is)).toEqual({
      runs: 3,
      differing: 2,
      first: { run: 1, path: 'steps.1', was: '2', is: '5' },
    });
  });

  it('is every run that only one of them has', () => {
    const drift = goldenDrift(golden([{}, {}]), golden([{}]));
    expect(drift).toMatchObject({ differing: 1, first: { run: 1, was: '{}', is: 'nothing' } });
  });
});

/** A checkout with two policies: the code of one does what its golden file says, that of the other no more. */
const home = scratchFolder();
const place = ['--checkout', home, '--modules', path.join(home, 'modules')];
const command = (...args: readonly string[]) => capture(['conformance', ...args, ...place]);

beforeAll(() => {
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), text);
  };
  const writes = (policy: string, made: Golden) => `
    import { mkdirSync, writeFileSync } from 'node:fs';
    const folder = new URL('../policies/${policy}/fixtures/', import.meta.url);
    mkdirSync(folder, { recursive: true });
    writeFileSync(new URL('made-${policy}-${made.version}.json', folder), ${JSON.stringify(JSON.stringify(made))});`;
  const scripts = { one: 'node one.mjs', two: 'node two.mjs', three: 'node three.mjs' };
  const manifest = { type: 'module', scripts, dependencies: {} };
  write('lib/conformance/package.json', JSON.stringify(manifest));
  write('lib/conformance/one.mjs', writes('one', golden([{ seed: 7, fired: [3] }])));
  const newer = { ...golden([{ seed: 7, fired: [4] }], 'two'), version: '1.1.0' };
  write('lib/conformance/two.mjs', writes('two', newer));
  write('lib/conformance/three.mjs', "throw new Error('moved: dist/index.js');");
  for (const policy of ['one', 'two', 'three']) {
    const file = `lib/policies/${policy}/fixtures/made-${policy}-1.0.0.json`;
    write(file, JSON.stringify(golden([{ seed: 7, fired: [3] }], policy)));
  }
  // The programs want Node 22; these run under any.
  const node = path.join(home, 'modules', `node-${process.platform}-${process.arch}`, 'bin');
  mkdirSync(node, { recursive: true });
  symlinkSync(process.execPath, path.join(node, 'node'));
});

describe('highwater conformance', () => {
  it('lists what was compared with what', async () => {
    const { code, out } = await capture(['conformance']);
    expect(code).toBe(0);
    expect(out).toMatch(/^kimi +@moonshot-ai\/kimi-code +2\.1\.0 +240 /m);
  });

  it('is clean where a system does what it did', async () => {
    const { code, out, messages } = await command('one', '--check');
    expect([code, messages]).toEqual([0, expect.stringContaining('without a network')]);
    expect(out).toMatch(/^one +@made\/one +1\.0\.0 +1\.0\.0 +all 1 runs equal$/m);
  });

  it('names what it did not run', async () => {
    expect((await command('one', '--check')).out).toMatch(/^Not run: three, two\.$/m);
    expect((await command('--check')).out).not.toContain('Not run');
  });

  it('says of each system what came of it before it runs the next', async () => {
    const said: string[] = [];
    const say = (text: string): void => void said.push(text);
    const resolve = (file: string): string => path.resolve(file);
    const io = { out: say, message: say, stdin: () => Promise.resolve(''), resolve };
    await run(['conformance', 'one', 'two', '--check', ...place], io);
    expect(said.map((text) => text.split(/[\s:]/)[0])).toEqual([
      'policy',
      'one',
      'one',
      'two',
      'two',
      'Not',
    ]);
  });

  it('names the release, the run and the value that drifted', async () => {
    const { code, out } = await command('two', '--check');
    expect(code).toBe(1);
    expect(out).toMatch(/^two +@made\/two +1\.0\.0 +1\.1\.0 +1 of 1 runs differ$/m);
    expect(out).toContain('two: run 0, fired.0: 3 in the golden file, 4 now');
  });

  it('says why a system’s code could not run, beside what the others gave', async () => {
    const { code, out } = await command('three', 'one', '--check', '--json');
    const { checked } = parsed<{ checked: readonly { policy: string; fault: string | null }[] }>(
      out,
    );
    expect(code).toBe(1);
    expect(checked.map(({ policy, fault }) => [policy, fault])).toEqual([
      ['one', null],
      ['three', expect.stringContaining('moved: dist/index.js')],
    ]);
  });

  it('refuses names that it does not know, and a folder that is no checkout', async () => {
    expect(await command('four', '--check')).toMatchObject({
      code: 2,
      messages: expect.stringContaining('"four" has no golden file. Known: one, three, two.'),
    });
    expect(await capture(['conformance', '--check', '--checkout', tmpdir()])).toMatchObject({
      code: 3,
      messages: expect.stringContaining('Run it in a checkout of Highwater'),
    });
    expect((await capture(['conformance', 'one'])).code).toBe(2);
  });
});
