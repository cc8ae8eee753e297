import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture, parsed } from '../testing/captured-io';

const KUBERNETES = 'public/samples/kubernetes-agent.json';
const REWIND = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/rewind.jsonl';

interface Replayed {
  readonly sessions: readonly { readonly steps: unknown; readonly totals: unknown }[];
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'highwater-redact-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function replayed(file: string): Promise<readonly unknown[]> {
  const { code, out } = await capture(['replay', file, '--json', '--set', 'window=60000']);
  expect(code).toBe(0);
  return parsed<Replayed>(out).sessions.map(({ steps, totals }) => ({ steps, totals }));
}

describe('redact', () => {
  it.each([KUBERNETES, REWIND])(
    '%s replays to the same integers',
    { timeout: 30_000 },
    async (file) => {
      const target = path.join(folder, `${path.basename(file)}.numbers.json`);
      const { code, messages } = await capture(['redact', file, '--out', target]);
      expect(code).toBe(0);
      expect(messages).toContain('Both forms measure to the same integers.');
      expect(await replayed(target)).toEqual(await replayed(file));
    },
  );

  it('leaves no text, name or identifier', async () => {
    const { out } = await capture(['redact', REWIND]);
    const texts = [
      ...readFileSync(REWIND, 'utf8').matchAll(/"(?:text|uuid|sessionId|content)": ?"([^"]+)"/g),
    ];
    expect(texts.length).toBeGreaterThan(5);
    for (const [, text = ''] of texts) expect(out).not.toContain(`"${text}"`);
    expect(out).not.toMatch(/"(text|args|response|name)":"(?!Numbers only)/);
  });

  it('says which secrets were among the texts, and writes none', async () => {
    const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
    const file = path.join(folder, 'secret.jsonl');
    writeFileSync(
      file,
      readFileSync(REWIND, 'utf8').replace(/"content": ?"/, `"content":"${token} `),
    );
    const { out, messages } = await capture(['redact', file]);
    expect(messages).toContain('1 GitHub token.');
    expect(out + messages).not.toContain(token);
  });

  it('never writes over a file', async () => {
    const copy = path.join(folder, 'copy.jsonl');
    writeFileSync(copy, readFileSync(REWIND, 'utf8'));
    const same = await capture(['redact', copy, '--out', copy]);
    expect(same.code).toBe(2);
    expect(same.messages).toContain('names the trace itself');
    const target = path.join(folder, 'taken.json');
    writeFileSync(target, 'mine');
    expect((await capture(['redact', copy, '--out', target])).code).toBe(2);
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  it('answers what it cannot read with exit code 3', async () => {
    const { code, messages } = await capture(['redact', path.join(folder, 'none.jsonl')]);
    expect(code).toBe(3);
    expect(messages).toContain('There is no such file.');
  });
});
