import { rules as shipped } from '@secretlint/secretlint-rule-preset-recommend';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSecrets, searchSecrets } from './find-secrets';
import { mayHoldSecret } from './secret-signs';

/** Random-looking text, like the values of keys. */
const random = (length: number): string => 'aZ3fQ9xK7bW2'.repeat(110).slice(0, length);
const pem = (words: string): string => `-----${words} PRIVATE KEY-----`;
const service = btoa(`{"key":"${random(90)}"}`).replaceAll('=', '');

/** One of each form of a rule, concatenated so that secret scanners do not match them. */
const samples: Readonly<Record<string, readonly string[]>> = {
  aws: [`AWS_SECRET${'_ACCESS_KEY'}="${random(40)}"`, `secretAccessKey => ${random(40)} `].map(
    (text) => text.replace('secretAccessKey', 'Secret_Access_Key'),
  ),
  privatekey: [`${pem('BEGIN RSA')}\nMI${random(200)}\n${pem('END RSA')}`],
  npm: [`npm${'_'}${random(36)}`],
  basicauth: [
    `https://${random(30)}:x-oauth-basic${'@'}github.com/`,
    `https://someone:${random(9)}${'@'}corp.de`,
  ],
  slack: [
    `xoxb${'-'}${random(12)}-${random(20)}`,
    `xapp${'-'}1-${random(12)}-${random(20)}`,
    `https://Hooks.slack${'.'}com/services/T${random(8)}/B${random(8)}/${random(24)}`,
  ],
  sendgrid: [`SG${'.'}${random(22)}.${random(43)}`],
  shopify: ['shppa', 'shpca', 'shpat', 'shpss'].map((word) => `${word}_${random(32)}`),
  github: [
    ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((word) => `${word}_${random(36)}`),
    `github${'_'}pat_${random(82)}`,
  ],
  openai: [
    ...['proj', 'svcacct', 'admin'].map(
      (word) => `sk-${word}-${random(74)}T3Blbk${'FJ'}${random(74)}`,
    ),
    `sk-${random(20)}T3Blbk${'FJ'}${random(20)}`,
  ],
  anthropic: [`sk-ant${'-'}api03-${random(93)}AA`],
  linear: [`lin${'_'}api_${random(40)}`],
  '1password': [`ops_${service}`],
  'database-connection-string': ['mongodb+srv', 'jdbc:mysql', 'PostgreSQL'].map(
    (scheme) => `${scheme}://me:${random(9)}${'@'}db.corp/x`,
  ),
  email: [`jane.doe${'@'}corp-mail.de`],
};
const forms = Object.entries(samples).flatMap(([rule, texts]) =>
  texts.map((text) => [rule, text] as const),
);

/** Rules without an example: one needs a file other than text, one finds nothing. */
const WITHOUT = ['gcp', 'filter-comments'];

describe('the signs', () => {
  test('are known for every rule there is', () => {
    const known = shipped.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''));
    const sampled = [...Object.keys(samples), ...WITHOUT].filter((rule) => rule !== 'email');
    expect([...new Set(sampled)].sort()).toEqual(known.sort());
  });

  test.each(forms)('%s: %s', async (rule, text) => {
    expect(mayHoldSecret(text)).toBe(true);
    expect(mayHoldSecret(JSON.stringify(`"\n${text}\\`))).toBe(true);
    const found = await searchSecrets(` ${text}\n`);
    expect(found.map((secret) => secret.rule)).toContain(rule);
  });

  test('change nothing of what is found', async () => {
    const broken = fc
      .tuple(fc.constantFrom(...forms), fc.nat(), fc.nat(), fc.string({ maxLength: 2 }))
      .map(([[, text], from, length, put]) => {
        const at = from % text.length;
        return text.slice(0, at) + put + text.slice(at + (length % 4));
      });
    const piece = fc.oneof(
      fc.string(),
      broken,
      fc.constantFrom('task-', 'api_', '-----', '@', ' '),
    );
    const texts = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await findSecrets(text)).toEqual(await searchSecrets(text));
      }),
      { numRuns: 600, seed: 11 },
    );
  });

  test.each(['', 'a task-list of npm packages', 'const api_key = 1;', '---', 'one. two.'])(
    'are not in "%s"',
    (text) => {
      expect(mayHoldSecret(text)).toBe(false);
    },
  );
});
