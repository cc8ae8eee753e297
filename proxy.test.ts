import { describe, expect, it } from 'vitest';
import { NextRequest } from 'next/server';
import { config, contentSecurityPolicy, proxy } from './proxy';

const request = (headers: Record<string, string> = {}, path = '/'): NextRequest =>
  new NextRequest(`http://127.0.0.1:3000${path}`, {
    headers: { host: '127.0.0.1:3000', ...headers },
  });

describe('proxy', () => {
  it('gives each response its own nonce', async () => {
    const answers = [await proxy(request()), await proxy(request())];
    const policies = answers.map(({ headers }) => headers.get('content-security-policy'));
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1]);
    expect(nonces[0]).toMatch(/^[\w+/]{22}==$/);
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('hands the renderer the same policy', async () => {
    const { headers } = await proxy(request());
    expect(headers.get('x-middleware-request-content-security-policy')).toBe(
      headers.get('content-security-policy'),
    );
  });

  it('leaves answers of the API the policy of all data', async () => {
    const { headers } = await proxy(request({}, '/api/sessions'));
    expect(headers.get('content-security-policy')).toBeNull();
    expect(headers.get('x-middleware-request-x-nonce')).toBeNull();
  });

  it('answers a foreign host with the error envelope', async () => {
    const response = await proxy(request({ host: 'evil.example' }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: 'foreign-host' } });
  });

  it('lets bodies of the API pass by, and nothing else', () => {
    const [pages, api] = config.matcher;
    expect(pages).toBe('/((?!api/|v1/).*)');
    expect(api).toMatchObject({ source: '/(api|v1)/(.*)', missing: [{}, {}] });
  });
});

describe('contentSecurityPolicy', () => {
  it('allows inline styles only as attributes, and no eval', () => {
    const policy = contentSecurityPolicy('abc', false);
    const unsafe = policy.split('; ').filter((directive) => directive.includes('unsafe'));
    expect(unsafe).toEqual(["style-src-attr 'unsafe-inline'"]);
    expect(policy).not.toContain('ws:');
  });

  it('names no other origin', () => {
    expect(contentSecurityPolicy('abc', false)).not.toMatch(/https?:|\*/);
  });
});
