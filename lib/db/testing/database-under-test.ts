// Before each test file that runs on PostgreSQL: a database of its own, for code that opens the one
// that the environment names.
import { afterAll } from 'vitest';
import { temporaryUrl } from '../temporary-database';

const { url, remove } = await temporaryUrl();
process.env['HIGHWATER_TEST_URL'] = url;
afterAll(remove);
