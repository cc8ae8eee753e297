import * as z from 'zod';
import { promiseSchema } from '@/lib/answers/report/promises/schema';
import { idSchema, list, milliseconds } from './fields';

/** POST /api/promised: a recommendation that was copied or recorded. */
export const promiseInputSchema = promiseSchema;

/** A promise that the library keeps. */
export const storedPromiseSchema = z.strictObject({ id: idSchema, createdAt: milliseconds });

/** GET /api/promised: the oldest first. */
export const promiseListSchema = z.strictObject({ promised: list(storedPromiseSchema) });
