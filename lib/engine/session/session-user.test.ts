import { expect, it } from 'vitest';
import { homeOwner, sessionUser } from './session-user';

it.each([
  ['/home/ann/work', 'ann'],
  ['/Users/ann', 'ann'],
  ['C:\\Users\\ann\\work', 'ann'],
  ['/mnt/c/Users/ann/work', 'ann'],
  ['/root/work', 'root'],
  ['/rooted/work', null],
  ['/srv/home/ann', null],
  ['https://github.com/a/b', null],
  [undefined, null],
])('%j is in the home folder of %j', (folder, owner) => {
  expect(homeOwner(folder)).toBe(owner);
});

it('a user that the file names is the session’s, whichever folder it worked in', () => {
  expect(sessionUser({ user: 'u1', project: '/home/ann/work' })).toBe('u1');
  expect(sessionUser({ project: '/home/ann/work' })).toBe('ann');
  expect(sessionUser({})).toBeNull();
});
