import { describe, expect, it } from 'vitest';
import { causesOf, claudeSource, explained, saidOf } from './testing/explained';

/** Of an agent that keeps prompt + response and adds chars ÷ 4: 165,200 counted, 167,050 sent. */
const near = 'limit 200000\nu 400\n-- 165000\nm 400\nu 400\n-- 167050\nm 400';

describe('a policy whose own count contains the provider’s', () => {
  const report = explained(near, { source: claudeSource, step: 1 });

  it('says what it counted and what the request held, so that the numbers add up', () => {
    expect(report.headline.text).toBe(
      'Step 1 held: its count of 165,200, 165,100 of step 0 and 100 for what came since, is 1,800 below the threshold of 167,000, and the request held 167,050.',
    );
    expect(report.headline.figures).toMatchObject({ known: 165_100, since: 100, held: 167_050 });
  });

  it('does not call the prefix uncounted: the provider’s count holds it', () => {
    expect(causesOf(report)).toEqual(['stale-real']);
  });

  it('says how far a request grew beyond the count that it knew alone', () => {
    const alone = explained(near, { source: claudeSource, step: 1, set: { trailing: false } });
    expect(alone.headline.text).toMatch(
      /: it knew the count of step 0, 165,100, and the request had grown by 1,950 since/,
    );
  });
});

describe('the origin of an agent’s last count', () => {
  const origin = (picture: string, step: number) =>
    explained(picture, { source: claudeSource, step }).operands.find(({ id }) => id === 'last-real')
      ?.origin;

  it('is the prompt and the response of the step that reported it', () => {
    expect(origin(near, 1)).toBe('step 0: prompt 165,000 + response 100, sized from its entries');
  });

  it('is not the step before where that reported none', () => {
    expect(origin(near.replace('-- 167050', '-- ?\nm 40\n-- 167050'), 2)).toBe(
      'step 0: prompt 165,000 + response 100, sized from its entries',
    );
  });
});

describe('a compaction behind one that the policy misses', () => {
  const second = `limit 200000\nu 400\n-- 150000\nm 400\nu 400\n== compact 400\n-- 30000\nm 400\nu 400\n-- 166950\nm 400\nu 400\n== compact 400 auto\n-- 31000\nm 400`;
  const report = explained(second, {
    source: claudeSource,
    step: 3,
    preTokens: [150_200, 167_140],
  });

  it('is read from the recording: nothing of it is projected', () => {
    const said = saidOf(report);
    expect(said).toEqual([
      'Compacted at steps 1 and 3, 1 of 2 as its policy does; nothing overflowed.',
      'Step 3 compacted: the policy’s count of 167,150 is 150 above the threshold of 167,000.',
      'Claude Code itself recorded 167,140 tokens before it.',
    ]);
    expect(report.decision).toMatchObject({ value: 167_150, reached: true, projected: false });
    expect(report.outcome).toEqual({ policy: 'compacted', provider: 'answered' });
  });
});

describe('a policy that never reads the provider’s count', () => {
  const said = (picture: string, asked: object) => saidOf(explained(picture, asked)).join(' ');

  it('is not said to be unable to get below a threshold that the provider’s tokens are above', () => {
    const words = said('u 4000\n-- 30000\nm 4000\nu 400\n-- 33000\nm 4', {
      policy: 'mastra-limiter',
      set: { limit: 1_500 },
      step: 1,
    });
    expect(words).toContain('Step 1 compacts');
    expect(words).toMatch(/It leaves about [\d,]+/);
    expect(words).not.toContain('above the threshold: it cannot get below it');
  });

  it('loses no watermark where it cuts each request from the whole log', () => {
    const words = said('u 4000\n-- 30000\nm 4000\nu 400\n-- 33000\nm 4\nu 400\n-- 34000\nm 4', {
      policy: 'mastra-limiter',
      set: { limit: 1_500 },
      step: 2,
    });
    expect(words).toContain('Step 2 compacts');
    expect(words).not.toContain('watermark');
  });

  it('says what its count holds instead of that nobody can tell', () => {
    const picture = 'limit 20000\nu 4000\n-- 1500\nc t\nr t 60000\n-- 21000\nm 4';
    const words = said(picture, {
      policy: 'llamaindex-typescript',
      set: { window: 20_000 },
      step: 1,
    });
    expect(words).toContain(
      'its own count (texts of the memory’s messages, without what the present run added), 1,000, is 9,500 below the threshold of 10,500, and the request held 21,000',
    );
    expect(words).not.toContain('does not show why');
  });
});
