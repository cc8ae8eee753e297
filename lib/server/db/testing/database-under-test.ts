// Gives each test file on PostgreSQL its own database through the environment, for code that opens
// the database of the environment.
import { afterAll } from 'vitest';
import { temporaryUrl } from './temporary-database';

const { url, remove } = await temporaryUrl();
process.env['HIGHWATER_TEST_URL'] = url;
afterAll(remove);
