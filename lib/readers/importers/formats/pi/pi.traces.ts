import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { measureSession } from '@/lib/engine/tokens/measure';
import { readTrace } from '../../testing/read-trace';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/** Rows of the manifest's table: file, calls, largest prompt, compactions. */
const manifest = new Map(
  readFileSync(join(folder, 'MANIFEST.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| pi/'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, file = '', , calls, largest, compactions]) => [
      file.replace('pi/', ''),
      { calls: Number(calls), largest: Number(largest), compactions: Number(compactions) },
    ]),
);

/**
 * Calls that the manifest leaves out: those without any token, and one that ended with an error
 * after it had reported some.
 */
const leftOut = new Map([
  ['pi-mono__before-compaction.jsonl', { silent: 13, broken: 0 }],
  ['pi-mono__large-session.jsonl', { silent: 14, broken: 1 }],
]);

const files = readdirSync(join(folder, 'pi'));

test('the manifest lists every file', () => {
  expect(files.toSorted()).toEqual([...manifest.keys()].toSorted());
});

describe.each(files)('%s', (file) => {
  const read = readTrace(readFileSync(join(folder, 'pi', file), 'utf8'), 'jsonl', file);
  if (!read.ok) throw new Error(read.error.message);
  const { sessions, receipt, format } = read.value;
  const [session] = sessions;
  if (!session) throw new Error('no session');
  const { steps } = session;
  const known = leftOut.get(file);

  test('has the calls, the largest prompt and the compactions of the manifest', () => {
    const counted = steps.filter(({ real }) => real !== null);
    const broken = counted.filter(({ label }) => label === 'error');
    expect(format).toBe('pi');
    expect(sessions).toHaveLength(1);
    expect({
      calls: counted.length - broken.length,
      largest: Math.max(...counted.map(({ real }) => real ?? 0)),
      compactions: session.compactions.length,
    }).toEqual(manifest.get(file));
    expect(broken).toHaveLength(known?.broken ?? -1);
    expect(steps.filter(({ real }) => real === null)).toHaveLength(known?.silent ?? -1);
  });

  test('has a receipt that adds up', () => {
    const sum = [...receipt.merged, ...receipt.dropped].reduce((n, { records }) => n + records, 0);
    expect(receipt.kept + sum).toBe(receipt.read);
    expect(receipt.merged).toEqual([]);
  });

  test('sees about as much as the provider counted', () => {
    const profile = measureSession(session);
    const ratios = steps.flatMap(({ real }, i) => {
      const from = session.compactions.filter(({ step }) => step <= i).at(-1);
      const keptFrom = from?.kept[0]?.[0] ?? from?.entry ?? 0;
      const end = profile.steps.entries[i] ?? 0;
      const visible = (profile.sum[end] ?? 0) - (profile.sum[keptFrom] ?? 0);
      return real === null || visible < 20_000 ? [] : [real / visible];
    });
    ratios.sort((a, b) => a - b);
    // trace-formats §12 has 1.49 and 1.39; it left what a compaction kept out of the visible share.
    const median = ratios[Math.floor(ratios.length / 2)] ?? 0;
    expect(median).toBeGreaterThan(1.3);
    expect(median).toBeLessThan(1.5);
  });
});
