import { config } from 'zod';

/**
 * Turns off zod's compiled schemas: zod tests eval with the first schema, and the
 * Content-Security-Policy reports the attempt. Import this before any schema.
 */
config({ jitless: true });
