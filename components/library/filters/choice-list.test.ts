import { expect, it } from 'vitest';
import { withChosen } from './choice-list';

it('offers the values that there are, and below them those that were chosen before', () => {
  const choices = [
    { value: 'Claude Code', count: 3 },
    { value: 'Codex', count: 1 },
  ];
  expect(withChosen(choices, ['Gone', 'Codex'])).toEqual([...choices, { value: 'Gone', count: 0 }]);
});
