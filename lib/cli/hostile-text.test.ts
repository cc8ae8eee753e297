/** A recording whose every text is hostile, through every command and tool: the bytes that leave. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { questions } from '@/lib/answers/registry';
import { HOSTILE, hostileLog, obeyedIn } from '@/lib/readers/importers/testing/hostile-log';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { McpClient } from './mcp/testing/mcp-client';
import { capture } from './testing/captured-io';

const scratch = new Scratch();
const folder = join(scratch.folder, 'hostile');
const file = join(folder, 'host.jsonl');
const out = join(scratch.folder, 'written');
let mcp: McpClient;
beforeAll(async () => {
  mkdirSync(folder);
  mkdirSync(out);
  writeFileSync(file, hostileLog());
  mcp = await McpClient.start('--root', folder, '--texts');
}, 120_000);
afterAll(async () => {
  await (mcp as McpClient | undefined)?.end();
  scratch.remove();
});

const grid = ['--vary', 'window=150000:200000:25000', '--limit', '200000'];

const commands: readonly (readonly string[])[] = [
  ...questions.flatMap(({ id }) => [
    [id, file],
    [id, file, '--json'],
  ]),
  ['import', file],
  ['import', file, '--json', '--refused'],
  ['import', `${file}${HOSTILE.replaceAll('/', '')}`],
  ['replay', file, '--csv'],
  ['replay', file, '--ndjson'],
  ['compare', file, '--lane', 'own', '--lane', 'own:window=150000'],
  ['compare', file, '--lane', 'own', '--lane', 'own:window=150000', '--json'],
  ['sweep', folder, ...grid],
  ['tune', folder, ...grid],
  ['tune', folder, ...grid, '--json'],
  ['score', folder],
  ['tokens', folder],
  ['redact', file],
  ['map', file],
  ['report', file, '--step', '1'],
  ['report', file, '--step', '1', '-o', join(out, 'report.html')],
  ['report', file, '--step', '1', '-o', join(out, 'report.md')],
  ['freeze', file],
  [`no-such-command${HOSTILE}`],
  ['explain', file, '--step', HOSTILE],
  ['explain', file, '--set', `window=${HOSTILE}`],
  ['explain', file, '--session', HOSTILE],
];

it('the recording holds what it should, and is read', async () => {
  expect(obeyedIn(HOSTILE)).not.toBeNull();
  expect(hostileLog()).toContain('\\u001b]0;TITLE');
  const { code, out: said } = await capture(['import', file]);
  expect(code).toBe(0);
  expect(said).toContain('TITLE');
});

describe('nothing that a terminal obeys leaves by', () => {
  it.each(commands.map((args) => [args.slice(0, 1).join(' ').slice(0, 20), args] as const))(
    '%s',
    async (_, args) => {
      const { out: said, messages } = await capture(args);
      expect(said.length + messages.length).toBeGreaterThan(args.includes('-o') ? -1 : 0);
      expect([args.slice(0, 3), obeyedIn(said), obeyedIn(messages)]).toEqual([
        args.slice(0, 3),
        null,
        null,
      ]);
    },
    60_000,
  );

  it('the files that commands write', () => {
    const written = readdirSync(out);
    expect(written).toEqual(['report.html', 'report.md']);
    for (const name of written) {
      const text = readFileSync(join(out, name), 'utf8');
      expect([name, obeyedIn(text)]).toEqual([name, null]);
      // In Markdown a backslash before it makes it text.
      expect(text).not.toMatch(/(?<!\\)<(script>alert|img src=x)/);
    }
  });

  it('the tools of MCP, in words and in data', async () => {
    const { tools } = await mcp.client.listTools();
    let answered = 0;
    for (const { name } of tools) {
      for (const asked of [{ path: 'host.jsonl' }, { paths: ['.'] }, { path: HOSTILE }, {}]) {
        const { text, data, failed } = await mcp.call(name, asked).catch((error: unknown) => ({
          ...{ text: String(error), data: {}, failed: true },
        }));
        if (!failed) answered++;
        const values = JSON.stringify(data).replaceAll(/\\u[0-9a-f]{4}/g, (code) =>
          String.fromCharCode(Number.parseInt(code.slice(2), 16)),
        );
        expect([name, asked, obeyedIn(text), obeyedIn(values)]).toEqual([name, asked, null, null]);
      }
    }
    expect(answered).toBeGreaterThan(5);
  }, 120_000);
});
