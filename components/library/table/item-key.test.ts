import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupKey } from './item-key';

it('gives each group an element of its own, named by letters and digits', () => {
  const names = fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(names, ([one = '', other = '']) => {
      expect(groupKey(one)).toMatch(/^group-\w*$/);
      expect(groupKey(one)).not.toBe(groupKey(other));
    }),
  );
});
