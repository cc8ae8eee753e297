import { expect, it } from 'vitest';
import { entryPreview, partWords } from './part-words';

const image = { width: 2_000, height: 1_500 };
const png = { kind: 'inline', mime: 'image/png', bytes: 800_000, image } as const;
const claude = { model: 'claude-opus-4-6', images: 'bytes ÷ 4' };

it('says what an image costs under its model’s rule, and how the policy counts it', () => {
  expect(partWords(png, claude)).toEqual([
    'inline image/png',
    '800 kB · 1,564 tokens: 2,000 × 1,500 px under Anthropic’s rule · counted here: bytes ÷ 4',
  ]);
  const low = { ...png, image: { ...image, detail: 'low' as const } };
  expect(partWords(low, { model: 'gpt-4o', images: '1,844 tokens each' })[1]).toBe(
    '800 kB · 85 tokens: 2,000 × 1,500 px, low detail, under OpenAI’s rule · counted here: 1,844 tokens each',
  );
});

it('says that no rule is known for a model', () => {
  expect(partWords(png, { model: 'grok-4', images: 'nothing' })[1]).toBe(
    '800 kB · 2,000 × 1,500 px, no rule known for grok-4 · counted here: nothing',
  );
  expect(partWords(png, { model: null, images: 'nothing' })[1]).toContain('no model recorded');
});

it('says the bytes of data whose pixels are unknown', () => {
  expect(partWords({ kind: 'inline', mime: 'application/pdf', bytes: 90 }, claude)[1]).toBe(
    '90 B · counted here: bytes ÷ 4',
  );
});

it('says it of an image of which only sizes are held', () => {
  expect(partWords({ kind: 'sized', of: 'inline', sizes: [9, 800_000], image }, claude)[1]).toBe(
    '9 B + 800 kB · 1,564 tokens: 2,000 × 1,500 px under Anthropic’s rule · counted here: bytes ÷ 4',
  );
});

it('previews an entry in one line', () => {
  const parts = [
    { kind: 'text', text: 'Look  at\nthis' },
    { kind: 'call', name: 'read', args: { a: 1 } },
  ] as const;
  expect(entryPreview({ role: 'user', parts }, claude)).toBe(
    'Look at this · call read: { "a": 1 }',
  );
});
