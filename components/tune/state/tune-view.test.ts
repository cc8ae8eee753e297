import { describe, expect, it } from 'vitest';
import { readTuneView, tuneAddress } from './tune-view';

const read = (search: string) => readTuneView(search).view;

describe('a link to the page', () => {
  it('names nothing at first', () => {
    expect(read('')).toMatchObject({
      choice: null,
      policy: null,
      x: null,
      y: null,
      row: null,
      fixed: {},
      at: null,
      ratio: 'step',
      miss: 0.01,
    });
    expect(tuneAddress(read(''))).toBe('/tune');
  });

  it.each([
    '?all=1',
    '?agent=Codex&limit=200000-&policy=codex',
    '?sessions=a1b2c3d4%2Cc3d4e5f6&policy=contextguard-threshold&x=window%3A150000-230000%2F5000&y=cap%3A1-10%2F0.5',
    '?all=1&policy=contextguard-threshold&y=none&set=factor%3A2&set=boundary%3A%3E&at=200000%2C5',
    '?all=1&policy=contextguard-threshold&vary=factor%3A1-5%2F0.5&vary=floor%3A0-2%2F0.1&sample=80%2F7&drawn=factor%2Ccap&at=200000%2C5%2C2.5%2C1',
    '?all=1&row=codex.remote-v1.272000&compared=clairvoyant%2Ccodex&tab=JSON&ratio=first&miss=0.05',
    '?all=1&prefer=cost',
  ])('holds %s', (search) => {
    const { view, notices } = readTuneView(search);
    expect(notices).toEqual([]);
    expect(tuneAddress(view)).toBe(`/tune${search}`);
  });

  it.each([
    ['policy=nobody', 'no policy has this name'],
    ['x=window:9-3/1', 'not a setting with from–to/step'],
    ['x=nothing:1-3/1', 'not a setting with from–to/step'],
    ['y=cap:1-10', 'not a setting with from–to/step'],
    ['set=cap:-1', 'ContextGuard threshold does not allow it'],
    ['set=nothing:1', 'ContextGuard threshold does not allow it'],
    ['under=own', 'a row of a corpus is tuned at its own limit'],
    ['at=5', 'not the numbers of the swept settings'],
    ['sample=0/1', 'not points and seed'],
    ['sample=9999/1', 'not points and seed'],
    ['drawn=cap', 'not two settings'],
    ['vary=cap:9-1/1', 'not a setting with from–to/step'],
    ['ratio=third', 'neither step nor first'],
    ['prefer=room', 'neither compactions nor cost'],
    ['miss=0.3', 'not one of'],
  ])('leaves %s out and says so', (search, why) => {
    const { notices } = readTuneView(search);
    expect(notices).toEqual([expect.stringContaining(why)]);
  });

  it.each([
    ['corpus=zzz', 'There is no corpus zzz in this library.'],
    ['corpus=', 'There is no corpus  in this library.'],
    ['sessions=a1b2c3d4,!', 'sessions=! names no session.'],
    ['made=sold', 'made=sold is no condition of a filter.'],
    ['agent=Codex&limit=many', 'limit=many is no condition of a filter.'],
  ])('chooses nothing for %s and says why', (search, why) => {
    const { view, faults } = readTuneView(search);
    expect(view.choice).toBeNull();
    expect(faults).toEqual([why]);
  });

  it('means ContextGuard by settings without a policy, as older links do, else what the corpus opens with', () => {
    expect(read('?all=1&x=cap:1-10/1').policy).toBe('contextguard-threshold');
    expect(read('?all=1&set=factor:2').policy).toBe('contextguard-threshold');
    expect(read('?all=1&row=codex.272000&tab=JSON&figure=cost').policy).toBeNull();
  });

  it('does not sweep one setting twice', () => {
    expect(read('x=cap:1-10/1&y=cap:1-5/1').y).toBeNull();
  });
});
