import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Session } from '@/lib/engine/session/schema';
import { readTrace } from '../../testing/read-trace';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/** Rows of the manifest's table: file, calls, largest prompt, compactions. */
const manifest = new Map(
  readFileSync(join(folder, 'MANIFEST.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| claude-code/'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, file = '', , calls, largest, compactions]) => [
      file.replace('claude-code/', ''),
      { calls: Number(calls), largest: Number(largest), compactions: Number(compactions) },
    ]),
);

const files = readdirSync(join(folder, 'claude-code'));

const isAgent = ({ source }: Session): boolean => source.parent?.relation === 'subagent';

test('the manifest lists every file', () => {
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !manifest.has(file))).toEqual([]);
});

describe.each(files)('%s', (file) => {
  const read = readTrace(readFileSync(join(folder, 'claude-code', file), 'utf8'), 'jsonl', file);
  if (!read.ok) throw new Error(read.error.message);
  const { sessions, receipt, format } = read.value;
  // The manifest counts a file's own calls; those of sub-agents inside progress lines come on top.
  const own = sessions.filter((session) => !isAgent(session));
  const steps = own.flatMap((session) => session.steps);

  test('has the calls, the largest prompt and the compactions of the manifest', () => {
    expect(format).toBe('claude-code');
    expect({
      calls: steps.filter(({ rejected }) => !rejected).length,
      largest: Math.max(...steps.map(({ real }) => real ?? 0)),
      compactions: own.flatMap(({ compactions }) => compactions).length,
    }).toEqual(manifest.get(file));
  });

  test('has a receipt that adds up and usage at every step', () => {
    const sum = [...receipt.merged, ...receipt.dropped].reduce((n, { records }) => n + records, 0);
    expect(receipt.kept + sum).toBe(receipt.read);
    for (const session of sessions) {
      expect(session.steps.every(({ real }) => real !== null)).toBe(true);
      expect(session.notices).toEqual([]);
    }
  });

  test('sees about as much as the provider counted', () => {
    for (const session of own) {
      const { sum, thoughtSum, steps } = measureSession(session);
      const last = session.steps.length - 1;
      const end = steps.entries[last] ?? 0;
      const from = session.compactions.at(-1)?.entry ?? 0;
      const visible = (sum[end] ?? 0) + (thoughtSum[end] ?? 0) - (sum[from] ?? 0);
      const ratio = (session.steps[last]?.real ?? 0) / visible;
      expect(ratio).toBeGreaterThan(1);
      if (visible > 20_000) expect(ratio).toBeLessThan(4);
    }
  });
});
