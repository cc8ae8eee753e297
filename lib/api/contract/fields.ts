import * as z from 'zod';

export const count = z.int().min(0);
export const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();

/** A flag of a query. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Identifier of a session, an import, a folder …: lower-case letters and digits. */
export const idSchema = z.string().regex(/^[0-9a-z]{8,32}$/, 'is not an identifier');

/** Stands for the id of a session in examples. */
export const EXAMPLE_ID = 'cmf3x0q2w0001session0001';

/** A moment, in milliseconds since 1970. */
export const milliseconds = z.number();
