import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from './recorded-call';
import { sharedMessages } from './kept-call';

const text = fc.constantFrom('', 'a', 'b');
const args = fc.oneof(
  fc.constantFrom<unknown>({}, [], null, { a: 1, b: 2 }, { b: 2, a: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);
const message = fc.record({
  role: fc.constantFrom('user', 'model'),
  parts: fc.array(fc.oneof(fc.record({ kind: fc.constant('text'), text }), fc.record({ args })), {
    maxLength: 2,
  }),
}) as unknown as fc.Arbitrary<Message>;

const jsonOf = (one: Message): string => JSON.stringify(one);

test('requests share the messages that are the same JSON, up to the first that is not', () => {
  const requests = fc.array(message, { maxLength: 5 });
  fc.assert(
    fc.property(requests, requests, requests, (shared, one, other) => {
      const copies = structuredClone(shared);
      const found = sharedMessages([...shared, ...one], [...copies, ...other]);
      expect(found).toBeGreaterThanOrEqual(shared.length);
      const [next, others] = [[...shared, ...one][found], [...copies, ...other][found]];
      if (next === undefined || others === undefined) return;
      expect(jsonOf(next)).not.toBe(jsonOf(others));
    }),
  );
});

test('a list is not an object, nor a missing field one without a value', () => {
  const withArgs = (value: unknown): Message =>
    ({ role: 'model', parts: [{ kind: 'call', args: value }] }) as unknown as Message;
  const count = (one: unknown, other: unknown): number =>
    sharedMessages([withArgs(one)], [withArgs(other)]);
  expect(count([], {})).toBe(0);
  expect(count({ a: undefined }, { b: 1 })).toBe(0);
  expect(count({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(0);
  expect(count({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(1);
});
