import { config } from 'zod';

/**
 * zod compiles schemas where it may and tries so while the first one is made; the worker's
 * Content-Security-Policy forbids it and reports the attempt. To be imported before any schema.
 */
config({ jitless: true });
