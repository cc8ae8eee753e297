import * as z from 'zod';

/** The user's options for reading a trace: `Import.options`. Members of an archive inherit them. */
const importOptionsSchema = z.strictObject({
  /** Store sizes in place of text. */
  numbersOnly: z.literal(true).optional(),
  /** Id of a saved mapping. */
  mapping: z.string().max(64).optional(),
  /** Id of the chosen format. */
  format: z.string().max(64).optional(),
});
export type ImportOptions = Readonly<z.infer<typeof importOptionsSchema>>;

/** Parses stored options; unknown options of a later version count as none. */
export function parseImportOptions(text: string | null): ImportOptions {
  if (text === null) return {};
  const parsed = importOptionsSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : {};
}

/** True if sizes are stored in place of text, and no names of files. */
export const storesNumbersOnly = ({ options }: { readonly options?: string | null }): boolean =>
  parseImportOptions(options ?? null).numbersOnly === true;

/** JSON of options; undefined without options. */
export const storedImportOptions = (options: ImportOptions): string | undefined =>
  Object.keys(options).length === 0 ? undefined : JSON.stringify(options);
