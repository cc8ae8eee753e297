import { describe, expect, it } from 'vitest';
import { parseSession } from '@/lib/engine/session/serialize';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { cutProfile } from '../cut-profile';
import { measureSession } from '../measure';
import { numbersOnly } from '../numbers-only';
import { decodeProfile, encodeProfile } from '../profile-codec';
import { chargedImages, imageCharges } from './image-charges';

const session = textSession(`
  model claude-opus-4-6
  u 400
  + i image/png 200000 2000x1500
  -- 3000
  model gpt-4o
  m 40
  i image/png 4000 1024x1024
  + i application/pdf 8000
  -- 4000
  model grok-4
  i image/png 4000 1024x1024
  -- 5000
  i image/png 4000 200x200
`);

describe('the charges of a session’s images', () => {
  const profile = measureSession(session);

  it('are those of the model of the first step that sends them', () => {
    const rows = chargedImages(profile).map(({ entry, tokens, rule }) => [
      entry,
      tokens,
      rule?.models,
    ]);
    expect(rows).toEqual([
      [0, 1_564, 'Claude up to 4.6'],
      [2, 765, 'GPT-4o, GPT-4.1'],
      [3, null, undefined],
      [4, null, undefined],
    ]);
  });

  it('are taken out of the heuristic, which keeps the rest', () => {
    const { tokens, text, unknown } = imageCharges(profile);
    expect([...tokens]).toEqual([0, 1_564, 1_564, 2_329, 2_329, 2_329]);
    // 100 · 10 · application/pdf 3 + 2,000 · image/png 2 + 1,000, twice.
    expect([...text]).toEqual([0, 100, 110, 2_113, 3_115, 4_117]);
    expect([...unknown]).toEqual([0, 0, 0, 1, 2, 3]);
  });

  it('leave the heuristic of a session without images as it is', () => {
    const plain = measureSession(textSession('u 40\n-- 5\nm 7\ni a/b 90\n-- 9'));
    const { tokens, text, unknown } = imageCharges(plain);
    expect(text).toEqual(plain.sum);
    expect([[...tokens], [...unknown]]).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 1],
    ]);
  });

  it('are none without a step or a model', () => {
    const bare = measureSession(textSession('i image/png 9 28x28'));
    expect(chargedImages(bare)).toMatchObject([{ tokens: null, rule: null }]);
    const unnamed = measureSession(textSession('i image/png 9 28x28\n-- 5'));
    expect(chargedImages(unnamed)).toMatchObject([{ tokens: null, rule: null }]);
  });

  it('survive encoding, numbers-only files and a cut', () => {
    const detailed: Session = {
      ...session,
      entries: session.entries.map((entry) => ({
        ...entry,
        parts: entry.parts.map((part) =>
          part.kind === 'inline' && part.image
            ? { ...part, image: { ...part.image, detail: 'low' as const } }
            : part,
        ),
      })),
    };
    const measured = measureSession(detailed);
    expect(chargedImages(measured)[1]?.tokens).toBe(85);
    expect(decodeProfile(encodeProfile(measured))).toEqual(measured);
    const written = JSON.parse(JSON.stringify(numbersOnly(detailed))) as unknown;
    const read = parseSession(written);
    expect(read.ok && measureSession(read.value).head.images).toEqual(measured.head.images);
    expect(cutProfile(measured, 0).head.images).toEqual(measured.head.images.slice(0, 1));
  });
});
