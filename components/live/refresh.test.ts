import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refresh } from './refresh';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('takes changes together and waits for a fetch that is under way', () => {
  const invalidateQueries = vi.fn(() => Promise.resolve());
  const isFetching = vi.fn(() => 0);
  const take = refresh({ invalidateQueries, isFetching });
  for (let i = 0; i < 100; i++) take([{ kind: 'folder', subject: String(i) }]);
  expect(invalidateQueries).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(invalidateQueries).toHaveBeenCalledTimes(1);
  isFetching.mockReturnValue(1);
  take([{ kind: 'folder', subject: 'x' }]);
  vi.advanceTimersByTime(900);
  expect(invalidateQueries).toHaveBeenCalledTimes(1);
  isFetching.mockReturnValue(0);
  vi.advanceTimersByTime(300);
  expect(invalidateQueries).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});
