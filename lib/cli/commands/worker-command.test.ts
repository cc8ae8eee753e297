import { expect, it } from 'vitest';
import { capture } from '../testing/captured-io';

it('says that workers need PostgreSQL', async () => {
  const { code, messages } = await capture(['worker']);
  expect(code).toBe(2);
  expect(messages).toContain('Workers share a PostgreSQL database');
});

it('takes a whole number of shares at once', async () => {
  const { code, messages } = await capture(['worker', '--concurrency', '1.5']);
  expect(code).toBe(2);
  expect(messages).toContain('--concurrency is "1.5", but must be a whole number from 1 to 256.');
});
