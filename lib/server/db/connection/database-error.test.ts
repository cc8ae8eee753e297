import { describe, expect, it } from 'vitest';
import { openDatabase } from '../client';
import { DatabaseError, postgresError } from './database-error';
import { migrate } from '../migrate/migrate';

const URL_OF = 'postgresql://me:s3cr%40t@db.local:5433/highwater';

const said = (code: string, message: string): string =>
  postgresError(Object.assign(new Error(message), { code }), URL_OF).message;

describe('what PostgreSQL says', () => {
  it.each([
    ['ECONNREFUSED', '', /at db\.local:5433 cannot be reached \(ECONNREFUSED\)\. Start it/],
    ['', 'timeout expired', /cannot be reached/],
    ['28P01', 'password authentication failed', /refused the password of "me"\. Correct it/],
    ['28000', 'role "me" does not exist', /does not admit "me" \(role "me" does not exist\)/],
    ['3D000', 'no', /createdb -h db\.local -p 5433 -U me highwater$/],
    ['53300', 'too many clients', /max_connections/],
    ['42501', 'permission denied for schema public', /create tables in "highwater"/],
    ['57P03', 'the database system is starting up', /not ready yet/],
    ['', 'The server does not support SSL connections', /sslmode/],
    ['', 'SASL: client password must be a string', /asks for the password of "me"/],
    ['XX000', 'something else', /cannot be used: something else/],
  ])('becomes a sentence: %s %s', (code, message, sentence) => {
    expect(said(code, message)).toMatch(sentence);
  });

  it('never shows the password', () => {
    for (const secret of ['s3cr@t', 's3cr%40t']) {
      expect(said('XX000', `connecting with ${secret} failed`)).toBe(
        'PostgreSQL at db.local:5433 cannot be used: connecting with *** failed',
      );
    }
  });

  it('is asked when a server is not there', async () => {
    const url = 'postgresql://me:s3cret@127.0.0.1:1/highwater';
    for (const open of [() => migrate(url), () => openDatabase(url)]) {
      await expect(open()).rejects.toBeInstanceOf(DatabaseError);
      await expect(open()).rejects.toThrow('PostgreSQL at 127.0.0.1:1 cannot be reached');
      await expect(open()).rejects.not.toThrow('s3cret');
    }
  });
});

const server = process.env['HIGHWATER_TEST_POSTGRESQL'];
const onServer = process.env['HIGHWATER_TEST_DATABASE'] === 'postgresql' && server ? [server] : [];

describe.each(onServer)('a real server', (url) => {
  it('refuses a wrong password and a missing database in words', async () => {
    const wrong = new URL(url);
    wrong.password = 'wr0ng';
    await expect(migrate(wrong.href)).rejects.toThrow(/refused the password of "postgres"/);
    await expect(migrate(wrong.href)).rejects.not.toThrow('wr0ng');
    const missing = new URL(url);
    missing.pathname = '/nowhere';
    await expect(migrate(missing.href)).rejects.toThrow(/Create it: createdb -h 127\.0\.0\.1/);
    wrong.password = '';
    await expect(migrate(wrong.href)).rejects.toThrow(/asks for the password/);
  });
});
