import { describe, expect, it } from 'vitest';
import { capture } from '../testing/captured-io';
import { browserCall } from './browser';
import { ownFolder } from './own-folder';
import { parsePort } from './parse-port';
import { pageOf } from './send-trace';

describe('the folder of the library', () => {
  it.each([
    ['linux', {}, '/home/me/.local/share/highwater'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/highwater'],
    // A relative one is none, by the specification.
    ['linux', { XDG_DATA_HOME: 'data' }, '/home/me/.local/share/highwater'],
    ['darwin', {}, '/home/me/Library/Application Support/highwater'],
    ['win32', {}, '/home/me/AppData/Local/highwater'],
  ] as const)('is the platform’s own on %s with %j', (platform, variables, folder) => {
    expect(ownFolder(platform, variables, '/home/me')).toBe(folder);
  });
});

it.each([
  ['linux', undefined, ['xdg-open', 'http://a/?b=1&c']],
  ['linux', 'firefox', ['firefox', 'http://a/?b=1&c']],
  ['darwin', '', ['open', 'http://a/?b=1&c']],
  ['win32', undefined, ['cmd', '/c', 'start', '""', 'http://a/?b=1^&c']],
] as const)('an address is opened on %s, with BROWSER %s', (platform, chosen, call) => {
  expect(browserCall('http://a/?b=1&c', platform, chosen)).toEqual(call);
});

it('the page of a trace is that of its first session, of none the library', () => {
  expect(pageOf({ sessions: [{ id: 'one' }, { id: 'two' }] })).toBe('/sessions/one');
  expect(pageOf({ sessions: [] })).toBe('/');
});

it.each(['0', '65536', '1e3', '-1', ''])('%j is no port', (text) => {
  expect(() => parsePort(text)).toThrow('must be a whole number from 1 to 65535');
});

it('what is neither a command nor a file is said before anything starts', async () => {
  const { code, messages } = await capture(['replai']);
  expect(code).toBe(2);
  expect(messages).toContain('"replai" is neither a command nor a file or folder.');
});
