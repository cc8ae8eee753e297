import { describe, expect, it, vi } from 'vitest';
import { opus } from '@/lib/analysis/cost/testing/opus';
import { listedRates } from './list-prices';

const day = new Date('2026-05-01T00:00:00Z');

describe('the price list', () => {
  it('knows a flat price with reads, and writes of five minutes and an hour', () => {
    expect(listedRates('claude-opus-4-8', day)).toEqual({
      provider: 'anthropic',
      model: 'claude-opus-4-8',
      rates: opus,
    });
  });

  it('knows the tier of a long context, and that nothing is charged for writes', () => {
    const gpt = listedRates('gpt-5.4', day)?.rates;
    expect(gpt?.input).toEqual({ base: 2.5, tiers: [{ above: 271_999, price: 5 }] });
    expect(gpt?.cacheWrite).toBeNull();
    const gemini = listedRates('gemini-2.5-pro', day)?.rates;
    expect(gemini?.input.tiers.map(({ above }) => above)).toEqual([200_000]);
  });

  it('takes the price of the day', () => {
    const before = listedRates('claude-opus-4-6', new Date('2026-03-01T00:00:00Z'))?.rates;
    expect(before?.input.tiers).toHaveLength(1);
    expect(listedRates('claude-opus-4-6', day)?.rates.input.tiers).toHaveLength(0);
  });

  it.each([
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'anthropic/claude-sonnet-4.5',
    'openrouter/anthropic/claude-sonnet-4.5:beta',
    'claude-sonnet-4-5@20250929',
  ])('finds %s', (name) => {
    expect(listedRates(name, day)?.model).toBe('claude-sonnet-4-5');
  });

  it('says that it does not know a model', () => {
    expect(listedRates('house-model-7', day)).toBeNull();
    expect(listedRates('', day)).toBeNull();
  });

  it('asks nobody', () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    listedRates('gpt-5.4', day);
    expect(fetched).not.toHaveBeenCalled();
  });
});
