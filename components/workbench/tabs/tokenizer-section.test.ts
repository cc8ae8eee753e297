import { expect, it } from 'vitest';
import { shownText } from './tokenizer-section';

it('says which texts were not counted as they were recorded', () => {
  expect(shownText({ masked: 0, cut: 0 })).toBe('');
  expect(shownText({ masked: 1, cut: 0 })).toBe(
    ' 1 masked secret is counted as shown, masks in their place.',
  );
  expect(shownText({ masked: 2, cut: 1 })).toContain(
    '2 masked secrets are counted as shown, masks in their place. 1 entry of more than 1 MB',
  );
});
