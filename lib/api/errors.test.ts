import { expect, it } from 'vitest';
import { withHint } from './errors';

it('sends to a place in the file only where there is one', () => {
  const error = { code: 'malformed', message: 'It is cut off.' } as const;
  expect(withHint({ ...error, at: 12 }).hint).toBe(
    'Fix or remove line 12, or copy the file again if it was cut off while it was written; then import it again.',
  );
  expect(withHint(error).hint).toBe('Copy or export the whole file again, then import it again.');
});

it('leaves the advice that an error brings', () => {
  expect(withHint({ code: 'busy', message: 'Full.', hint: 'Wait.' }).hint).toBe('Wait.');
});
