import { describe, expect, it } from 'vitest';
import { shippedDensity } from './density';
import { hiddenPrefix, prefixPrior } from './prefix-prior';

describe('shippedDensity', () => {
  it.each([
    ['claude-opus-4-5-20251101', 1.4],
    ['claude-opus-4-6', 1.4],
    ['claude-sonnet-4-5-20250929', 1.4],
    ['claude-sonnet-4-20250514', 1.4],
    ['claude-opus-4-7', 1.8],
    ['claude-opus-4-8', 1.8],
    ['anthropic/claude-opus-4.8-fast', 1.8],
    ['claude-sonnet-5', 1.8],
    ['claude-fable-5', 1.8],
    ['gpt-5.4', 1.1],
    ['gpt-5.6-sol', 1.1],
    ['gemini-2.5-flash', 1.05],
  ])('%s: %d', (model, density) => {
    expect(shippedDensity(model)).toEqual({ value: density, known: true });
  });

  it('is 1 for a model never measured, and for none', () => {
    expect(shippedDensity('qwen3-32b')).toEqual({ value: 1, known: false });
    expect(shippedDensity(null)).toEqual({ value: 1, known: false });
  });
});

describe('prefixPrior', () => {
  it('goes by the importer’s id, whatever its variant', () => {
    expect(prefixPrior('adk-session')).toEqual(prefixPrior('adk-database'));
    expect(prefixPrior('pi').tokens).toBe(2_298);
    expect(prefixPrior('pi-mono').tokens).toBe(2_298);
    expect(prefixPrior('pipeline').tokens).toBe(0);
    expect(prefixPrior('scenario').tokens).toBe(0);
  });
});

describe('hiddenPrefix', () => {
  const head = { source: 'claude-code', generated: false, system: null };

  it('is what remains of the prior beside what is counted', () => {
    expect(hiddenPrefix(head, 0, 1.4)).toBe(27_423);
    // 27,423 − 1.8 × 1,001 = 25,621.2
    expect(hiddenPrefix(head, 1_001, 1.8)).toBe(25_621);
    expect(hiddenPrefix(head, 50_000, 1.4)).toBe(0);
  });

  it('is 0 for a generated session, whose source it may copy', () => {
    expect(hiddenPrefix({ ...head, generated: true }, 0, 1.4)).toBe(0);
  });

  it('does not take off a system prompt that the format always holds', () => {
    const codex = { source: 'codex', generated: false, system: 4_441 };
    expect(hiddenPrefix(codex, 4_441, 1.1)).toBe(3_752);
    // An attached list of tools of 1,000: 3,752 − 1,100.
    expect(hiddenPrefix(codex, 5_441, 1.1)).toBe(2_652);
  });
});
