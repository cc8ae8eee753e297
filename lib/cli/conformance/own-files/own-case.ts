/** The files of `lib/conformance/<system>/own-files.json.br`: sessions that a program wrote itself. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import * as z from 'zod';

const triggerSchema = z.enum(['auto', 'manual']);

/** What the scripted model saw of one request of the agent; the summariser's requests are none. */
export const requestSchema = z.object({
  /** Prompt tokens that the model reported; null where it reported none. */
  tokens: z.number().nullable(),
  /** Messages in the request, the system prompt aside; absent where messages are no entries of the log. */
  messages: z.number().optional(),
  /** Tokens that the program says it compared before it; null where it says nothing, −1 where it compared none. */
  value: z.number().nullish(),
  /** The provider answered with an error: the program's file may hold it or not. */
  failed: z.boolean(),
  /** In a proof the recorded step that it was answered as; null where the recording has no such request. */
  step: z.number().nullish(),
  /** Compactions since the request before. */
  compactions: z.array(triggerSchema).optional(),
});
export type OwnRequest = Readonly<z.infer<typeof requestSchema>>;

const caseSchema = z.object({
  seed: z.number(),
  kind: z.string(),
  /** Settings that the program ran under, by the names of the policy that models it. */
  settings: z.record(z.string(), z.unknown()),
  /** What of them the switch of the model changed, in sessions that switch it. */
  later: z.record(z.string(), z.unknown()).optional(),
  file: z.object({
    name: z.string(),
    /** The file as it is; `base64` or `latin1`, which packs better, for one that is no text. */
    text: z.string().optional(),
    base64: z.string().optional(),
    latin1: z.string().optional(),
  }),
  truth: z.object({ requests: z.array(requestSchema), trailing: z.array(triggerSchema) }),
});
export type OwnCase = Readonly<z.infer<typeof caseSchema>>;

const fileSchema = z.object({
  /** Folder of the driver, and the id of the policy that models the system. */
  system: z.string(),
  policy: z.string(),
  package: z.string(),
  version: z.string(),
  license: z.string(),
  cases: z.array(caseSchema).min(1),
});

/** The cases of one system, and the release that wrote them. */
export type OwnFiles = Readonly<z.infer<typeof fileSchema>>;

const NAME = 'own-files.json.br';

/** The cases of one packed file; throws where it is none. */
export const readOwnFiles = (file: string): OwnFiles =>
  fileSchema.parse(JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8')));

/** Paths of the packed files of a checkout, by system. */
export function ownFilePaths(checkout: string): readonly string[] {
  const folder = path.join(checkout, 'lib/conformance');
  return readdirSync(folder)
    .toSorted()
    .map((system) => path.join(folder, system, NAME))
    .filter((file) => existsSync(file));
}
