import * as z from 'zod';

/** How the user wants a trace read: `Import.options`. Members of an archive inherit it. */
export const importOptionsSchema = z.strictObject({
  /** Sizes are stored in place of text. */
  numbersOnly: z.literal(true).optional(),
  /** Id of the saved mapping to read it by. */
  mapping: z.string().max(64).optional(),
  /** Id of the format to read it as, where several claim it. */
  format: z.string().max(64).optional(),
});
export type ImportOptions = Readonly<z.infer<typeof importOptionsSchema>>;

/** Options as they are stored; what a later version wrote and this one does not know is none. */
export function parseImportOptions(text: string | null): ImportOptions {
  if (text === null) return {};
  const parsed = importOptionsSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : {};
}

/** Options to be stored; undefined where there are none. */
export const storedImportOptions = (options: ImportOptions): string | undefined =>
  Object.keys(options).length === 0 ? undefined : JSON.stringify(options);
