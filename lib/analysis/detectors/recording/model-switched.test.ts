import { expect, it } from 'vitest';
import { firesAndStaysQuiet } from '../testing/both-ways';
import { found } from '../testing/found';

/** A session that is sent to `big` with a window of 200,000 twice; what comes third is its own. */
const switched = (last: string): string =>
  `window 200000\nmodel big\nu 400\n-- 100000\nm 400\nu 400\n-- 160000\nm 4\nu 4\n${last}`;

firesAndStaysQuiet([
  {
    id: 'model-switched',
    of: 'recording',
    fires: [switched('window 120000\nmodel small\n-- 160400 > 120000')],
    steps: [2],
    says: 'Step 2 went to small with 120,000, after big with 200,000: the newest count of 160,400 left 39,600 free before and is 40,400 too many now; the request was refused.',
    quiet: [switched('window 120000\n-- 110000')],
  },
]);

it('weighs a switch by what it does to the room', () => {
  const one = (last: string) => {
    const [{ severity, sentence, figures } = { severity: '', sentence: '', figures: [] }] = found(
      'model-switched',
      switched(last),
    );
    return { severity, sentence, room: figures.find(({ name }) => name === 'room now')?.value };
  };
  expect(one('window 120000\nmodel small\n-- 160400 > 120000').severity).toBe('error');
  expect(one('window 120000\nmodel small\n-- ?')).toMatchObject({
    severity: 'warning',
    room: -40_000,
  });
  expect(one('window 250000\nmodel large\n-- 160400')).toMatchObject({
    severity: 'info',
    room: 89_600,
  });
});

it('is quiet where half of the new window stays free, or nobody knows it', () => {
  expect(found('model-switched', switched('window 400000\nmodel large\n-- 160400'))).toEqual([]);
  const unknown = 'model big\nu 400\n-- 100000\nmodel small\nm 4\n-- 100400';
  expect(found('model-switched', unknown)).toEqual([]);
});

it('names all of several, the tightest first, and takes a dated name for the same model', () => {
  const [finding] = found(
    'model-switched',
    'limit 200000\nmodel claude-a\nu 4\n-- 101000\nmodel claude-a-20260101\nu 4\n-- 101100\nmodel claude-b\nu 4\n-- 101200\nmodel claude-a\nu 4\n-- 190000',
  );
  expect(finding?.steps).toEqual([{ from: 2, to: 3 }]);
  expect(finding?.sentence).toContain('Step 3 went to claude-a');
  expect(finding?.detail).toBe('It was switched at step 2 too.');
});
