// The program of the import process: the server forks it. `npm start` has made its file; where
// sources change under a running program, as in development and in tests, it is made anew.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { ensureImportBundle, IMPORT_BUNDLE } from './import-bundle.mjs';

// What a long trace leaves behind between two of its parts is collected before the next one comes:
// by itself V8 lets the heap grow to four times what lives. Set here, a V8 that has no such flag
// goes without.
setFlagsFromString('--heap-growing-percent=30');

if (process.env.NODE_ENV !== 'production' || !existsSync(IMPORT_BUNDLE)) await ensureImportBundle();
await import(pathToFileURL(IMPORT_BUNDLE).href);
