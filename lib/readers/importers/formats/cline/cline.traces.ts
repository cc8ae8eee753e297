import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTrace } from '../../testing/read-trace';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/**
 * The manifest lists these files without counts: its parser did not know the format. Counted here:
 * each message of the model is a call. The compacted file holds only what a manual compaction of
 * the other session left, so its calls report nothing and its compaction follows them.
 */
const expected = new Map([
  ['cline-sdk.basic.compaction.json', { calls: 5, largest: 0, compactions: 1, messages: 10 }],
  ['cline-sdk.session.messages.json', { calls: 16, largest: 51_852, compactions: 0, messages: 32 }],
]);

const files = readdirSync(join(folder, 'cline'));

test('every file is expected', () => {
  expect(files.toSorted()).toEqual([...expected.keys()].toSorted());
});

describe.each(files)('%s', (file) => {
  const read = readTrace(readFileSync(join(folder, 'cline', file), 'utf8'), 'json', file);
  if (!read.ok) throw new Error(read.error.message);
  const { sessions, receipt, format } = read.value;
  const [session] = sessions;

  test('has its calls, its largest prompt and its compactions', () => {
    expect(format).toBe('cline');
    expect({
      calls: session?.steps.length,
      largest: Math.max(...(session?.steps ?? []).map(({ real }) => real ?? 0)),
      compactions: session?.compactions.length,
      messages: receipt.kept,
    }).toEqual(expected.get(file));
    expect(receipt.read).toBe(receipt.kept);
    expect(session?.prefix.system?.length).toBe(1);
  });
});
