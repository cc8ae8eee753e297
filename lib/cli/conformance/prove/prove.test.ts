import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Proof } from '@/lib/answers/report/proof/proof';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';
import { inProject } from '@/lib/server/project.mjs';
import { readOwnFiles } from '../own-files/own-case';
import { capture, parsed } from '../../testing/captured-io';

const NAME = '@earendil-works/pi-coding-agent';
const home = scratchFolder();
const file = path.join(home, 'session.jsonl');
const modules = path.join(home, 'modules');
const settings = ['reserve=1000', 'keep=1000', 'summary=bytes', 'summaryBytes=600'];
const prove = (window: number, ...more: readonly string[]) =>
  capture([
    ...['prove', file, '--checkout', home, '--set', `window=${window}`],
    ...settings.flatMap((one) => ['--set', one]),
    ...more,
  ]);

/** In place of pi: it compacts at step 13 under a window of 4,500 tokens, and under no other. */
const PROGRAM = `
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
const [, scripts, , out] = process.argv.slice(2);
const cases = JSON.parse(readFileSync(scripts, 'utf8')).map(({ seed, kind, settings, turns }) => {
  const requests = turns.flatMap(({ rounds }) => rounds).map(({ step, real }) => ({
    ...{ step, tokens: real, messages: 7, failed: false },
    ...(step === 13 && settings.window === 4500 && { tokens: 930, compactions: ['auto'] }),
  }));
  return { seed, kind, settings, file: { name: 'x' }, truth: { requests, trailing: [] } };
});
const origin = { system: 'pi', policy: 'pi', package: '${NAME}', version: '9.9.9', license: 'MIT' };
writeFileSync(out, brotliCompressSync(JSON.stringify({ ...origin, cases })));
`;

beforeAll(() => {
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    writeFileSync(path.join(home, name), text);
  };
  const own = readOwnFiles(inProject('lib/conformance/pi/own-files.json.br'));
  write('session.jsonl', own.cases.find(({ seed }) => seed === 11)?.file.text ?? '');
  const scripts = { 'own-files:pi': 'node pi/own-files.mjs' };
  const manifest = { type: 'module', scripts, dependencies: {} };
  write('lib/conformance/package.json', JSON.stringify(manifest));
  write('lib/conformance/pi/own-files.mjs', PROGRAM);
  write(`modules/${NAME}/package.json`, '{}');
  // The programs want Node 22; this one runs under any.
  const node = path.join(modules, `node-${process.platform}-${process.arch}`, 'bin');
  mkdirSync(node, { recursive: true });
  symlinkSync(process.execPath, path.join(node, 'node'));
});

describe('highwater prove', () => {
  it('names the program and its licence, and installs nothing unasked', async () => {
    const { code, out, messages } = await prove(4_500);
    expect([code, out]).toEqual([2, '']);
    expect(messages).toContain(`${NAME}, whose licence is MIT. Nothing was installed`);
  });

  it('says so where there is nothing to prove', async () => {
    const { code, out } = await prove(1_000_000, '--modules', modules);
    expect(out).toMatch(/^No compaction was predicted, and pi 9\.9\.9 made none: /);
    expect(code).toBe(0);
  });

  it('puts what the program did beside the prediction', async () => {
    const { code, out, messages } = await prove(4_500, '--modules', modules);
    expect(messages).toContain(`${NAME}, licence MIT: runs it without a network`);
    expect(out).toMatch(/^Proved on pi 9\.9\.9: 1 of 1 compactions at the predicted step/);
    expect(out).toMatch(/^ +13 +compacts +compacted +~934 +898 to 981 +930 +7 +7$/m);
    expect(code).toBe(0);
  });

  it('fails where a predicted compaction does not come', async () => {
    const { code, out } = await prove(4_600, '--modules', modules, '--json');
    const { compactions, license } = parsed<Proof>(out);
    expect([code, license]).toEqual([1, 'MIT']);
    expect(compactions.map(({ predicted, happened }) => [predicted, happened])).toEqual([
      [true, false],
    ]);
  });

  it('refuses a program that is not there, and a policy that no program here has', async () => {
    const empty = await prove(4_500, '--modules', path.join(home, 'lib'));
    expect(empty.messages).toContain(`holds no ${NAME}. Install it there, or use --install`);
    const other = await capture(['prove', file, '--policy', 'claude-code', '--install']);
    expect([empty.code, other.code]).toEqual([2, 2]);
    expect(other.messages).toContain('this one opens under pi, and claude-code is asked for');
  });
});
