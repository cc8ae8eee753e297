#!/usr/bin/env node
// Entry of `highwater` in a checkout: its sources as one file, made again when they change, which starts
// on a quarter of the time that they take one by one. The package has an entry of its own.
import { pathToFileURL } from 'node:url';
import { BUNDLES, ensureBundle } from '../server/bundle.mjs';

await ensureBundle('cli');
await import(pathToFileURL(BUNDLES.cli.file).href);
