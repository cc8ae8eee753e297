// Entry of the import process, forked by the server. `npm start` makes the bundle; development and
// tests make it again when sources change.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { BUNDLES, ensureBundle } from '../bundle.mjs';

// Limits the heap's growth while a long trace is read: by default V8 lets it grow to four times the
// live size. Set at run time, so that a V8 without this flag ignores it.
setFlagsFromString('--heap-growing-percent=30');

const { file } = BUNDLES.import;
if (process.env.NODE_ENV !== 'production' || !existsSync(file)) await ensureBundle('import');
await import(pathToFileURL(file).href);
