import { expect, it } from 'vitest';
import { MemoryBytes } from '../testing/memory-bytes';
import { severalValues } from './several-values';

const read = (text: string) => severalValues(new MemoryBytes(text, 7), undefined);

it('finds pretty-printed values one after another', async () => {
  expect(await read('{\n "a": 1\n}\n{\n "b": 2\n}\n')).toEqual([{ a: 1 }, { b: 2 }]);
});

it('goes on behind text that is no JSON', async () => {
  expect(await read('Starting …\n{\n "a": 1\n}\n')).toEqual([{ a: 1 }]);
});
