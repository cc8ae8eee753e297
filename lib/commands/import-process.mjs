// The program of the import process: the server forks it. `npm start` has made its file; where
// sources change under a running program, as in development and in tests, it is made anew.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ensureImportBundle, IMPORT_BUNDLE } from './import-bundle.mjs';

if (process.env.NODE_ENV !== 'production' || !existsSync(IMPORT_BUNDLE)) await ensureImportBundle();
await import(pathToFileURL(IMPORT_BUNDLE).href);
