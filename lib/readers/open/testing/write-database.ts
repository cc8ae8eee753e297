/** Writes a SQLite database of the SQL on its input: `tsx write-database.ts <file>`, for browser tests. */
import { readFileSync } from 'node:fs';
import Database from 'libsql';

const [file = ''] = process.argv.slice(2);
const database = new Database(file);
database.exec(readFileSync(0, 'utf8'));
database.close();
