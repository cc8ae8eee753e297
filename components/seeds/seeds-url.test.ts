import { describe, expect, it } from 'vitest';
import { defaultSeedsState, readSeedsState, writeSeedsState } from './seeds-url';

describe('a link to the model', () => {
  it('without a query is the default view', () => {
    expect(readSeedsState('')).toEqual(defaultSeedsState);
    expect(writeSeedsState(defaultSeedsState, '')).toBe('');
  });

  it('gives back what was written', () => {
    const view = {
      operands: { ...defaultSeedsState.operands, heuristic: 24_000, cap: 7.5, real: 0 },
      bufferWindow: 199_999,
    };
    const search = writeSeedsState(view, '?theme=x');
    expect(search).toBe('?theme=x&heuristic=24000&real=0&cap=7.5&buffer=199999');
    expect(readSeedsState(search)).toEqual(view);
  });

  it.each(['?cap=', '?cap=x', '?cap=-1', '?heuristic=1.5', '?window=1e12', '?buffer=-3'])(
    'leaves %s at the default',
    (search) => {
      expect(readSeedsState(search)).toEqual(defaultSeedsState);
    },
  );
});
