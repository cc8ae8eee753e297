import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSecrets } from './find-secrets';
import { maskSecrets } from './mask-secrets';
import { SecretCounter } from './secret-counter';
import { showsSecret } from './shows-secret';
import { secretName } from '@/lib/engine/session/secret-names';

// Concatenated, so that secret scanners of this repository do not match them.
const githubToken = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
const anthropicKey = ['sk-ant-api03', `${'a'.repeat(93)}AA`].join('-');
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
const address = 'jane.doe@corp-mail.de';

const rules = async (text: string): Promise<readonly string[]> =>
  (await findSecrets(text)).map(({ rule }) => rule);

describe('secrets', () => {
  test('are found with their kind and place', async () => {
    const text = `token ${githubToken} of ${address}`;
    const [token, email, ...others] = await findSecrets(text);
    expect(others).toEqual([]);
    expect(token?.rule).toBe('github');
    expect(text.slice(token?.from, token?.to)).toBe(githubToken);
    expect(text.slice(email?.from, email?.to)).toBe(address);
  });

  test.each([
    ['an Anthropic key', anthropicKey, 'anthropic'],
    ['a private key', privateKey, 'privatekey'],
    ['an address', `Mail ${address}.`, 'email'],
    [
      'a password in a database address',
      'postgres://me:pa55word@db.corp/x',
      'database-connection-string',
    ],
  ])('%s', async (_, text, rule) => {
    expect(await rules(text)).toEqual([rule]);
  });

  test.each([
    'someone@example.com',
    'git@github.com:a/b.git',
    '12345+someone@users.noreply.github.com',
    '@types/node@20.1.0',
    'import x from "@/lib/a"',
    'a@b',
  ])('are none: %s', async (text) => {
    expect(await rules(text)).toEqual([]);
  });

  test('are found whatever the text says of it', async () => {
    expect(await rules(`secretlint-disable\n${githubToken}`)).toEqual(['github']);
  });

  test('have names for people', () => {
    expect(secretName('email', 1)).toBe('e-mail address');
    expect(secretName('github', 2)).toBe('GitHub tokens');
    expect(secretName('new-rule', 2)).toBe('new-rule secrets');
  });
});

describe('masking', () => {
  test('replaces secrets in strings at any depth and leaves the rest alone', async () => {
    const value = { parts: [{ text: `a ${githubToken} b`, n: 1 }, { other: address }], z: null };
    expect(await maskSecrets(value)).toEqual({
      value: {
        parts: [
          { text: 'a [GitHub token, 40 characters, masked] b', n: 1 },
          { other: '[e-mail address, 21 characters, masked]' },
        ],
        z: null,
      },
      secrets: 2,
    });
  });

  test('gives back the same value where there is none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (value) => {
        const masked = await maskSecrets(value);
        if (masked.secrets === 0) expect(masked.value).toBe(value);
      }),
      { numRuns: 50, seed: 3 },
    );
  });

  test('leaves no part of a secret, wherever it stands among the strings', async () => {
    const texts = fc.array(fc.oneof(fc.string(), fc.constant(` ${githubToken} `)), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(texts, async (strings) => {
        const { value } = await maskSecrets(strings);
        expect(JSON.stringify(value)).not.toContain(githubToken.slice(4));
        expect(value).toHaveLength(strings.length);
        strings.forEach((text, i) => {
          if (!text.includes(githubToken)) expect(value[i]).toBe(text);
        });
      }),
      { numRuns: 60, seed: 4 },
    );
  });
});

describe('counting', () => {
  test('tells distinct secrets from the places they stand in', async () => {
    const counter = new SecretCounter();
    counter.add(JSON.stringify({ text: `${githubToken}\n${githubToken}` }));
    await counter.search();
    counter.add(JSON.stringify({ text: `again ${githubToken}, and\n${privateKey}` }));
    await counter.search();
    expect(counter.counts).toEqual({
      github: { distinct: 1, places: 3 },
      privatekey: { distinct: 1, places: 1 },
    });
  });

  test('keeps what it found, so that names can be held against it', async () => {
    const counter = new SecretCounter();
    counter.add(JSON.stringify({ text: `a ${githubToken} of ${address} in src/main.ts` }));
    await counter.search();
    const shows = showsSecret(counter.found);
    expect([githubToken, `x=${githubToken}`, githubToken.slice(4), address].map(shows)).toEqual([
      ...[true, true, true, true],
    ]);
    expect(['src/main.ts', 'corp', 'jane.doe2'].map(shows)).toEqual([false, true, false]);
    expect(showsSecret([])('src/main.ts')).toBe(false);
  });

  test('asks to be searched after about a megabyte that shows signs', () => {
    const counter = new SecretCounter();
    counter.add(`@${'x'.repeat(1000)}`);
    expect(counter.isFull).toBe(false);
    counter.add('x'.repeat(1 << 20));
    expect(counter.isFull).toBe(false);
    counter.add(`@${'x'.repeat(1 << 20)}`);
    expect(counter.isFull).toBe(true);
  });
});
