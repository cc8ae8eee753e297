import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { capture, parsed } from '../testing/captured-io';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';
const REWIND = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/rewind.jsonl';

interface Replayed {
  readonly sessions: readonly { readonly steps: unknown; readonly totals: unknown }[];
}

const folder = scratchFolder();

async function replayed(file: string): Promise<readonly unknown[]> {
  const { code, out } = await capture(['replay', file, '--json', '--set', 'window=60000']);
  expect(code).toBe(0);
  return parsed<Replayed>(out).sessions.map(({ steps, totals }) => ({ steps, totals }));
}

describe('redact', () => {
  it('says that its file measures to the same integers, and replays to them', async () => {
    const target = path.join(folder, 'numbers.json');
    const { code, messages } = await capture(['redact', REWIND, '--out', target]);
    expect(code).toBe(0);
    expect(messages).toContain('Both forms measure to the same integers.');
    expect(await replayed(target)).toEqual(await replayed(REWIND));
  });

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
});
