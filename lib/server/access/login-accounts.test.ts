import { describe, expect, it } from 'vitest';
import { othersLogIn, type Machine } from './login-accounts';

const SYSTEM = [
  'root:x:0:0:root:/root:/bin/bash',
  'daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin',
  'postgres:x:113:120::/var/lib/postgresql:/bin/bash',
  'nobody:x:65534:65534:nobody:/nonexistent:/bin/sh',
  'nixbld1:x:30001:30000::/var/empty:/run/current-system/sw/bin/nologin',
  'backup:x:1090:34::/var/backups:/bin/false',
];

/** A Linux machine with these accounts besides the system's, used by `uid`. */
const linux = (uid: number, ...accounts: readonly string[]): Machine => ({
  platform: 'linux',
  uid,
  home: '/home/ada',
  passwd: () => [...SYSTEM, ...accounts, ''].join('\n'),
  homes: () => [],
});

const ada = 'ada:x:1000:1000:Ada:/home/ada:/bin/bash';
const ben = 'ben:x:1001:1001:Ben:/home/ben:/usr/bin/zsh';

describe('on Linux', () => {
  it('a machine of one user has no others', () => {
    expect(othersLogIn(linux(1000, ada))).toBe(false);
    expect(othersLogIn(linux(0))).toBe(false);
  });

  it('a second account with a login shell is another', () => {
    expect(othersLogIn(linux(1000, ada, ben))).toBe(true);
    expect(othersLogIn(linux(0, ada))).toBe(true);
    expect(othersLogIn(linux(1000, ada, 'eve:x:1002:1002::/home/eve:'))).toBe(true);
  });

  it('a server of its own system account is asked by people', () => {
    expect(othersLogIn(linux(113, ada))).toBe(true);
    expect(othersLogIn(linux(113))).toBe(false);
  });

  it('an account that the file does not name comes from a directory with others in it', () => {
    expect(othersLogIn(linux(70_000, ada))).toBe(true);
    expect(othersLogIn(linux(1000))).toBe(true);
  });

  it('others are assumed where the file cannot be read', () => {
    const unreadable = (): string => {
      throw new Error('EACCES');
    };
    expect(othersLogIn({ ...linux(1000, ada), passwd: unreadable })).toBe(true);
  });
});

describe.each(['darwin', 'win32'] as const)('on %s, whose accounts have folders', (platform) => {
  const machine = (...homes: readonly string[]): Machine => ({
    ...linux(501),
    platform,
    homes: () => homes,
  });

  it('only the own folder and the shared ones are a machine of one user', () => {
    const shared = ['Shared', 'Public', 'Default', 'Default User', 'All Users', '.localized'];
    expect(othersLogIn(machine('ada', 'desktop.ini', ...shared))).toBe(false);
  });

  it('another folder is another user', () => {
    expect(othersLogIn(machine('ada', 'ben', 'Shared'))).toBe(true);
  });
});
