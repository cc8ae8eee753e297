import { describe, expect, it } from 'vitest';
import { GrowableInts } from './growable';

const LEAST = -(2 ** 31);
const MOST = 2 ** 31 - 1;

describe('integers that a stream is measured into', () => {
  it('are what was pushed or set, whatever their width and their order', () => {
    const values = [0, 127, -128, 128, 5, -32_768, 32_768, -1, MOST, LEAST, 7];
    for (let turn = 0; turn < values.length; turn++) {
      const turned = [...values.slice(turn), ...values.slice(0, turn)];
      const many = [...turned, ...turned, ...turned];
      const pushed = new GrowableInts(2);
      const set = new GrowableInts();
      many.forEach((value) => {
        pushed.push(value);
        set.push(0);
      });
      many.forEach((value, i) => set.set(i, value));
      expect([...pushed.slice()]).toEqual(many);
      expect([...set.slice(3, 9)]).toEqual(many.slice(3, 9));
      expect([...pushed.pick([1, 0])]).toEqual([many[1], many[0]]);
    }
  });
});
