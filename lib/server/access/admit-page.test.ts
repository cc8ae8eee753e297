import { describe, expect, it } from 'vitest';
import { admit } from './admit';
import { admitPage } from './admit-page';
import { Attempts, MOST_FAILURES } from './attempts';
import type { Gate } from './gate';

const TOKEN = 'a-token-of-some-length';
const HOST = '127.0.0.1:3000';
const asking: Gate = {
  host: '127.0.0.1',
  port: 3000,
  allowedHosts: [],
  token: TOKEN,
  made: false,
  warning: null,
};
const open: Gate = { ...asking, token: null };

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request as a browser sends it when a person opens a page. */
const request = (path: string, { method = 'GET', headers = {}, body }: Sent = {}): Request =>
  new Request(`http://${HOST}${path}`, {
    method,
    headers: { host: HOST, accept: 'text/html,*/*;q=0.8', ...headers },
    ...(body === undefined ? {} : { body }),
  });

const visit = (path: string, sent: Sent = {}, attempts = new Attempts()) =>
  admitPage(request(path, sent), asking, attempts);

const submit = (
  fields: Readonly<Record<string, string>>,
  attempts = new Attempts(),
  headers = {},
) =>
  visit(
    '/sign-in',
    {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    },
    attempts,
  );

/** Signs in and returns the cookie as a browser sends it. */
async function signedIn(): Promise<string> {
  const answer = await submit({ token: TOKEN, to: '/' });
  return answer?.headers.get('set-cookie')?.split(';')[0] ?? '';
}

describe('without a token', () => {
  it('everything of this server passes, and nothing of another', async () => {
    for (const path of ['/', '/sessions/1', '/api/events', '/v1/traces', '/sign-in?token=x']) {
      expect(await admitPage(request(path), open)).toBeUndefined();
      const foreign = await admitPage(request(path, { headers: { host: 'evil.example' } }), open);
      expect(foreign?.status).toBe(403);
    }
  });
});

describe('with a token', () => {
  it.each([
    '/',
    '/sessions/1?step=3',
    '/watched',
    '/no/such/page',
    '/_next/static/a.js',
    '/sign-in',
  ])('a person who opens %s is asked for it', async (path) => {
    const answer = await visit(path);
    expect(answer?.status).toBe(401);
    expect(answer?.headers.get('content-type')).toContain('text/html');
    expect(answer?.headers.get('cache-control')).toBe('no-store');
    const text = (await answer?.text()) ?? '';
    expect(text).toContain('<form method="post" action="/sign-in">');
    expect(text).not.toContain('<script');
    expect(text).not.toContain(TOKEN);
  });

  it.each([
    '/api/sessions',
    '/api/events',
    '/api/sessions/1/export',
    '/api/v1/openapi.json',
    '/api',
  ])('a program that asks %s is answered by an error', async (path) => {
    for (const headers of [{}, { cookie: 'highwater-3000=x' }, { authorization: 'Bearer x' }]) {
      const answer = await visit(path, { headers });
      expect(answer?.status).toBe(401);
      expect(answer?.headers.get('www-authenticate')).toBe('Bearer');
      expect(await answer?.json()).toMatchObject({ error: { code: 'unauthorized' } });
    }
  });

  it('what is no page is answered by an error, whatever it is', async () => {
    for (const sent of [{ headers: { accept: '*/*' } }, { method: 'POST', body: 'x' }]) {
      const answer = await visit('/favicon.svg', sent);
      expect(answer?.status).toBe(401);
      expect(answer?.headers.get('content-type')).toContain('application/json');
    }
  });

  it('a program that brings it passes, under any host name where it asks the API', async () => {
    const authorization = `Bearer ${TOKEN}`;
    expect(await visit('/', { headers: { authorization } })).toBeUndefined();
    const host = 'collector.internal';
    expect(await visit('/v1/traces', { headers: { authorization, host } })).toBeUndefined();
  });

  it('asks nobody for it under a foreign name: it could be another server tomorrow', async () => {
    for (const path of ['/', '/sign-in', `/?token=${TOKEN}`]) {
      const answer = await visit(path, { headers: { host: 'evil.example' } });
      expect(answer?.status).toBe(403);
      expect(answer?.headers.get('set-cookie')).toBeNull();
    }
  });
});

describe('signing in', () => {
  it('by the form sets a cookie that no script sees and no other site sends', async () => {
    const answer = await submit({ token: TOKEN, to: '/sessions/1?step=3' });
    expect(answer?.status).toBe(303);
    expect(answer?.headers.get('location')).toBe(`http://${HOST}/sessions/1?step=3`);
    const cookie = answer?.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^highwater-3000=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    expect(cookie).not.toContain(TOKEN);
  });

  it('by the address leads to the clean address', async () => {
    const answer = await visit(`/sessions/1?step=3&token=${TOKEN}&window=2`);
    expect(answer?.status).toBe(303);
    expect(answer?.headers.get('location')).toBe(`http://${HOST}/sessions/1?step=3&window=2`);
    expect(answer?.headers.get('set-cookie')).toContain('HttpOnly');
  });

  it('lets the browser open pages, the API and events', async () => {
    const cookie = `theme=dark; ${await signedIn()}`;
    for (const path of ['/', '/sessions/1', '/api/events', '/api/v1/imports/x']) {
      expect(await visit(path, { headers: { cookie } })).toBeUndefined();
    }
    const again = await visit(`/watched?token=${TOKEN}`, { headers: { cookie } });
    expect(again?.headers.get('location')).toBe(`http://${HOST}/watched`);
    const form = await visit('/sign-in', { headers: { cookie } });
    expect(form?.headers.get('location')).toBe(`http://${HOST}/`);
  });

  it('does not let a page of another site use the cookie', async () => {
    const cookie = await signedIn();
    for (const headers of [
      { cookie, origin: 'https://evil.example' },
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie, host: 'evil.example' },
    ]) {
      const sent = { method: 'POST', headers };
      expect((await visit('/api/samples', sent))?.status).toBe(403);
      expect(admit(request('/api/sessions', sent), asking)?.status).toBe(403);
      expect((await submit({ token: TOKEN }, new Attempts(), headers))?.status).toBe(403);
    }
  });

  it('is worth nothing on a server with another token or port', async () => {
    const cookie = await signedIn();
    const sent = request('/api/sessions', { headers: { cookie } });
    expect(admit(sent, asking)).toBeUndefined();
    expect(admit(sent, { ...asking, token: `${TOKEN}2` })?.status).toBe(401);
    expect(admit(sent, { ...asking, port: 3001 })?.status).toBe(401);
  });

  it('marks the cookie as secure behind a proxy that speaks TLS', async () => {
    const headers = { 'x-forwarded-proto': 'https', origin: `https://${HOST}` };
    const answer = await submit({ token: TOKEN }, new Attempts(), headers);
    expect(answer?.headers.get('set-cookie')).toMatch(/; Secure$/);
  });

  it('shows the page again where the token is wrong, without repeating it', async () => {
    for (const wrong of ['', 'x', `${TOKEN}x`, '"><script>alert(1)</script>']) {
      const forms = [
        await submit({ token: wrong, to: '/watched' }),
        await visit(`/watched?token=${encodeURIComponent(wrong)}`),
      ];
      for (const answer of forms) {
        expect(answer?.status).toBe(401);
        expect(answer?.headers.get('set-cookie')).toBeNull();
        const text = (await answer?.text()) ?? '';
        expect(text).toContain('This is not the token of this server.');
        expect(text).toContain('name="to" value="/watched"');
        expect(text).not.toContain('script');
      }
    }
  });

  it('asks once more by itself after a link of another site, which brings no cookie', async () => {
    const link = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const refresh = '<meta http-equiv="refresh" content="0">';
    expect(await (await visit('/', { headers: link }))?.text()).toContain(refresh);
    const own = { ...link, 'sec-fetch-site': 'same-origin' };
    expect(await (await visit('/', { headers: own }))?.text()).not.toContain(refresh);
  });
});

describe('the way after signing in', () => {
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\t/evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
    '/ok\r\nSet-Cookie: a=b',
  ])('never leads away, as %j would', async (to) => {
    const location = (await submit({ token: TOKEN, to }))?.headers.get('location') ?? '';
    const { origin, pathname } = new URL(location, `http://${HOST}`);
    expect(origin).toBe(`http://${HOST}`);
    expect(pathname.startsWith('//')).toBe(false);
    expect(location).not.toMatch(/[\r\n]/);
  });

  it('is written into the page as text', async () => {
    const text = await (await visit('/a?b="><script>'))?.text();
    expect(text).not.toContain('<script>');
  });
});

describe('failed attempts', () => {
  it('are bounded by the minute, right ones included, and then free again', async () => {
    let now = 1_000_000;
    const attempts = new Attempts(() => now);
    for (let i = 0; i < MOST_FAILURES; i++) {
      expect((await submit({ token: `wrong ${i}` }, attempts))?.status).toBe(401);
    }
    now += 1_500;
    for (const answer of [
      await submit({ token: TOKEN }, attempts),
      await visit(`/?token=${TOKEN}`, {}, attempts),
    ]) {
      expect(answer?.status).toBe(429);
      expect(answer?.headers.get('retry-after')).toBe('59');
      expect(answer?.headers.get('set-cookie')).toBeNull();
    }
    now += 60_000;
    expect((await submit({ token: TOKEN }, attempts))?.status).toBe(303);
  });

  it('do not count what is right', async () => {
    const attempts = new Attempts();
    for (let i = 0; i <= MOST_FAILURES; i++) {
      expect((await submit({ token: TOKEN }, attempts))?.status).toBe(303);
    }
  });

  it('of an endless form are not read', async () => {
    const answer = await submit({ token: TOKEN, filler: 'x'.repeat(20_000) });
    expect(answer?.status).toBe(401);
  });
});
