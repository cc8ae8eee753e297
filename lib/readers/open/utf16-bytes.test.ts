import { afterAll, describe, expect, it } from 'vitest';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import { loadTrace } from './testing/load-trace';
import { Scratch } from './testing/scratch';

const scratch = new Scratch();
afterAll(() => scratch.remove());

describe('UTF-16', () => {
  // Signs of one, two and four bytes; long enough to be read in several chunks.
  const said = 'town Ys, größer, 町, 🏘 '.repeat(20_000);
  const text = fixtureText('bedrock/invocations.jsonl').replaceAll('List the towns', said);
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');

  it.each([
    ['with the low byte first', little],
    ['with the high byte first', Buffer.from(little).swap16()],
    ['without its mark', little.subarray(2)],
    ['without its mark, the high byte first', Buffer.from(little).swap16().subarray(2)],
  ])('%s reads as UTF-8 does', async (_, bytes) => {
    const plain = successOf(await loadTrace(scratch.file(text)));
    const read = successOf(await loadTrace(scratch.file(bytes)));
    expect(read.importer).toBe('bedrock');
    expect(read.receipt.kept).toBe(plain.receipt.kept);
    expect(read.sessions.map(({ entries }) => entries)).toEqual(
      plain.sessions.map(({ entries }) => entries),
    );
  });
});
