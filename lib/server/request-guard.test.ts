import { describe, expect, it } from 'vitest';
import { type AllowedHosts, refusal, refuseForeign } from './request-guard';

const local: AllowedHosts = { host: '127.0.0.1', allowedHosts: [] };

function judge(
  headers: Readonly<Record<string, string>>,
  { method = 'GET', pathname = '/api/sessions', allowed = local } = {},
): string | undefined {
  const header = (name: string) => headers[name] ?? null;
  return refusal({ method, pathname, header }, allowed)?.code;
}

describe('the Host', () => {
  it.each(['127.0.0.1:3000', 'localhost:3000', 'LOCALHOST', '127.1.2.3', '[::1]:3000', '[::1]'])(
    'may be %s',
    (host) => {
      expect(judge({ host })).toBeUndefined();
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example:3000',
    '127.0.0.1.evil.example',
    '192.168.1.5:3000',
    '[::2]',
    'localhost:3000:1',
    '',
  ])('may not be %s', (host) => {
    expect(judge({ host })).toBe('foreign-host');
  });

  it('must be there', () => {
    expect(judge({})).toBe('foreign-host');
  });

  it('may be the address the server listens on', () => {
    const allowed = { host: '192.168.1.5', allowedHosts: [] };
    expect(judge({ host: '192.168.1.5:3000' }, { allowed })).toBeUndefined();
    expect(judge({ host: '192.168.1.6:3000' }, { allowed })).toBe('foreign-host');
  });

  it.each(['0.0.0.0', '::', '[::]'])('may be any address, but no name, on %s', (host) => {
    const allowed = { host, allowedHosts: ['box.local'] };
    expect(judge({ host: '10.0.0.9:3000' }, { allowed })).toBeUndefined();
    expect(judge({ host: '[fd00::9]:3000' }, { allowed })).toBeUndefined();
    expect(judge({ host: 'box.local:3000' }, { allowed })).toBeUndefined();
    expect(judge({ host: 'rebound.example:3000' }, { allowed })).toBe('foreign-host');
  });
});

describe('the origin', () => {
  const host = 'localhost:3000';

  it('may be this server', () => {
    const own = { host, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
    expect(judge(own, { method: 'POST' })).toBeUndefined();
  });

  it('may be absent, as with curl', () => {
    expect(judge({ host }, { method: 'POST' })).toBeUndefined();
  });

  it.each(['http://evil.example', 'http://localhost:3001', 'null', 'http://localhost:3000.x', ''])(
    'may not be "%s"',
    (origin) => {
      expect(judge({ host, origin }, { method: 'POST' })).toBe('foreign-origin');
    },
  );

  it.each(['cross-site', 'same-site'])('may not be %s', (site) => {
    expect(judge({ host, 'sec-fetch-site': site })).toBe('foreign-origin');
  });

  describe('of a link on another site', () => {
    const link = {
      host,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };

    it('opens a page', () => {
      expect(judge(link, { pathname: '/sessions/1' })).toBeUndefined();
    });

    it('neither opens the API nor posts a form nor embeds a page', () => {
      expect(judge(link, { pathname: '/api/sessions' })).toBe('foreign-origin');
      expect(judge(link, { pathname: '/', method: 'POST' })).toBe('foreign-origin');
      const frame = { ...link, 'sec-fetch-dest': 'iframe' };
      expect(judge(frame, { pathname: '/' })).toBe('foreign-origin');
    });
  });
});

describe('refuseForeign', () => {
  it('answers 403 with the error envelope and lets others through', async () => {
    const url = 'http://localhost:3000/api/sessions';
    const foreign = new Request(url, { headers: { host: 'evil.example' } });
    const response = refuseForeign(foreign, local);
    expect(response?.status).toBe(403);
    expect(Object.keys(((await response?.json()) as { error: object }).error)).toEqual([
      'code',
      'message',
    ]);
    expect(
      refuseForeign(new Request(url, { headers: { host: 'localhost' } }), local),
    ).toBeUndefined();
  });
});
