import { expect, it } from 'vitest';
import { beginWith } from './first-visit';
import { sessionRow } from './testing/session-row';

const row = (name: string) => sessionRow({ id: name, name });
const incident = row('Sample: production incident, 200,819 tokens refused');

it('begins with the incident, or with any other sample', () => {
  expect(beginWith([row('Sample: timing gap'), incident])).toBe(incident);
  expect(beginWith([row('Sample: timing gap')])?.name).toBe('Sample: timing gap');
});

it('says nothing in an empty library, nor once it holds a recording of one’s own', () => {
  expect(beginWith([])).toBeNull();
  expect(beginWith([incident, row('my session')])).toBeNull();
});
