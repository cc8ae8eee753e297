import { expect, it } from 'vitest';
import { config } from 'zod';

it('is what zod goes by', async () => {
  config({ jitless: false });
  await import('./without-eval');
  expect(config().jitless).toBe(true);
  // The very object, so that zod also finds what was written before it was loaded.
  expect(config()).toBe(Reflect.get(globalThis, '__zod_globalConfig'));
});
