// Entry of the process that computes shares of sweeps: forked by the server, or by `highwater worker`.
// `npm start` makes the bundle; development and tests make it again when sources change.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { BUNDLES, ensureBundle } from '../../../bundle.mjs';

const { file } = BUNDLES.sweep;
if (process.env.NODE_ENV !== 'production' || !existsSync(file)) await ensureBundle('sweep');
await import(pathToFileURL(file).href);
