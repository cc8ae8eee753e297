/**
 * Turns off zod's compiled schemas: zod tests eval with the first schema, and the
 * Content-Security-Policy reports the attempt. Import this before any schema. It writes where zod
 * looks for its settings; `config` of zod would load zod with every page, twice where it has workers.
 */
const place = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
place.__zod_globalConfig ??= {};
place.__zod_globalConfig.jitless = true;

export {};
