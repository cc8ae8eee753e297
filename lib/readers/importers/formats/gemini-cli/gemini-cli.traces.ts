import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTrace } from '../../testing/read-trace';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/** Rows of the manifest's table: file, calls, largest prompt, compactions. */
const manifest = new Map(
  readFileSync(join(folder, 'MANIFEST.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| gemini-cli/'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, file = '', , calls, largest, compactions]) => [
      file.replace('gemini-cli/', ''),
      { calls: Number(calls), largest: Number(largest), compactions: Number(compactions) },
    ]),
);

const files = readdirSync(join(folder, 'gemini-cli'));

test('the manifest lists every file', () => {
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !manifest.has(file))).toEqual([]);
});

describe.each(files)('%s', (file) => {
  const read = readTrace(readFileSync(join(folder, 'gemini-cli', file), 'utf8'), 'json', file);
  if (!read.ok) throw new Error(read.error.message);
  const { sessions, receipt, format } = read.value;
  const steps = sessions.flatMap((session) => session.steps);

  test('has the calls, the largest prompt and the compactions of the manifest', () => {
    expect(format).toBe('gemini-cli');
    expect(sessions).toHaveLength(1);
    expect({
      calls: steps.length,
      largest: Math.max(...steps.map(({ real }) => real ?? 0)),
      compactions: sessions.flatMap(({ compactions }) => compactions).length,
    }).toEqual(manifest.get(file));
  });

  test('has a receipt that adds up, usage at every step and nothing odd', () => {
    const sum = [...receipt.merged, ...receipt.dropped].reduce((n, { records }) => n + records, 0);
    expect(receipt.kept + sum).toBe(receipt.read);
    expect(steps.every(({ real }) => real !== null)).toBe(true);
    expect(sessions.flatMap(({ notices }) => notices)).toEqual([]);
  });

  test('carries the hidden prefix the provider counted', () => {
    // The 12,000 tokens of instructions and tools are not recorded.
    expect(steps[0]?.real).toBeGreaterThan(11_000);
    expect(sessions[0]?.prefix).toEqual({ system: null, tools: null });
  });
});
