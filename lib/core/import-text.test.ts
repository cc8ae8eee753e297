import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { textFixtures } from '@/lib/readers/importers/testing/fixtures';
import { plainFixtures } from '@/lib/readers/importers/testing/plain-fixtures';
import { measureTrace } from '@/lib/cli/measure-trace';
import { importText } from './import-text';

const folder = mkdtempSync(join(tmpdir(), 'highwater-core-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('importText', () => {
  it.each(
    [...textFixtures, ...plainFixtures].map((one) => [`${one.format}/${one.file}`, one] as const),
  )('reads %s as the command line does', async (_, { file, text, format }) => {
    const path = join(folder, file);
    writeFileSync(path, text);
    const fromFile = await measureTrace(file, path);
    const fromText = importText(text, file);
    if (!fromFile.ok || !fromText.ok) throw new Error('not read');
    expect(fromText.value.format).toBe(format);
    expect(fromText.value.receipt).toEqual(fromFile.value.receipt);
    expect(fromText.value.sessions.map(({ draft }) => draft)).toEqual(
      fromFile.value.sessions.map(({ draft }) => draft),
    );
    expect(fromText.value.sessions.map(({ profile }) => profile)).toEqual(
      fromFile.value.sessions.map(({ profile }) => profile),
    );
  });

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['no JSON at all', 'no-records'],
    ['"a text"', 'unrecognized'],
    ['1 2 3', 'no-records'],
    ['{"some":"document"}', 'unrecognized'],
    ['[{"a":1}]', 'unrecognized'],
    [`${'['.repeat(100_000)}`, 'no-records'],
  ])('refuses %j', (text, code) => {
    expect(importText(text)).toEqual({ ok: false, error: expect.objectContaining({ code }) });
  });
});
