import { expect, it } from 'vitest';
import { importers } from '@/lib/importers/registry';
import { sourceLabel } from './source-label';

it.each(importers.map(({ id }) => id))('%s has a name in words', (format) => {
  const label = sourceLabel({ format, agent: 'An agent' });
  expect(label === format).toBe(format === 'pi');
  expect(label.length).toBeLessThanOrEqual(14);
});

it('a mapped format is named as its mapping is', () => {
  expect(sourceLabel({ format: 'mapped', agent: 'Robots' })).toBe('Robots');
});

it('an importer of a later version is named by its id', () => {
  expect(sourceLabel({ format: 'new-format', agent: 'New' })).toBe('new-format');
});
