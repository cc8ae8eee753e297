import { expect, it } from 'vitest';
import { importers, sourceNames } from '@/lib/readers/importers/registry';
import { sourceLabel } from './session-filter';

const labelOf = sourceLabel(sourceNames);

it.each(importers.map(({ id }) => id))('%s has a name in words', (format) => {
  const label = labelOf({ format, agent: 'An agent' });
  // Three systems write their own names in lower case.
  expect(label === format).toBe(['pi', 'goose', 'promptfoo'].includes(format));
  expect(label.length).toBeLessThanOrEqual(14);
});

it('a mapped format is named as its mapping is', () => {
  expect(labelOf({ format: 'mapped', agent: 'Robots' })).toBe('Robots');
});

it('an importer of a later version is named by its id', () => {
  expect(labelOf({ format: 'new-format', agent: 'New' })).toBe('new-format');
});
