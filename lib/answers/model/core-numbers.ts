import * as z from 'zod';

/** Numbers of the core as they are: an object whose members the core's own type names. */
export const coreNumbers = <T extends object>(about: string): z.ZodType<T, T> =>
  z.looseObject({}).describe(about) as unknown as z.ZodType<T, T>;
