import { expect, it } from 'vitest';
import { MemoryBytes } from '../testing/memory-bytes';
import { severalValues } from './several-values';

const read = (text: string, array: boolean) =>
  severalValues(new MemoryBytes(Buffer.from(text), 7), undefined, { array });

it('finds pretty-printed values one after another', async () => {
  expect(await read('{\n "a": 1\n}\n{\n "b": 2\n}\n', false)).toEqual([{ a: 1 }, { b: 2 }]);
});

it('takes the elements of a list that is cut off for no values of their own', async () => {
  // Seed 724429187 of the long suite: in pieces it was a list, whole it was lines.
  expect(await read('[\n{\n "a": 1\n}\n,\n{\n "b":', true)).toBeNull();
});

it('goes on behind text that is no JSON', async () => {
  expect(await read('Starting …\n{\n "a": 1\n}\n', false)).toEqual([{ a: 1 }]);
});
