/** The process that computes evidence: forked by the server for one question, it ends with the answer. */
import { database } from '@/lib/server/db/client';
import { storageFault } from '@/lib/server/db/connection/storage-fault';
import { env } from '@/lib/server/env';
import {
  evidenceInputSchema,
  type EvidenceLine,
} from '@/lib/api/contract/tuning/evidence-contract';
import { loadSizeTables, sizeFolder } from '@/lib/server/sizes/size-folder';
import { namedSet } from '../corpora/corpora';
import { RequestError } from '../handler';
import { corpusEvidence } from './corpus-evidence';
import { evidenceFolder, KeptEvidence } from './kept-evidence';

const { databaseUrl } = env();

process.on('disconnect', () => process.exit(0));
process.once('message', (message) => {
  void answer(message)
    .catch((error: unknown): EvidenceLine => ({ kind: 'failed', error: errorOf(error) }))
    .then((line) => process.send?.(line, () => process.exit(0)));
});

async function answer(message: unknown): Promise<EvidenceLine> {
  const { corpus, filter, sessions, ...question } = evidenceInputSchema.parse(message);
  await loadSizeTables(sizeFolder(databaseUrl));
  const db = await database();
  const set = await namedSet(db, { corpus, filter, sessions });
  const evidence = await corpusEvidence(db, set, question, {
    kept: new KeptEvidence(evidenceFolder(databaseUrl)),
    report: (done, total) => {
      process.send?.({ kind: 'progress', done, total } satisfies EvidenceLine);
    },
  });
  return { kind: 'done', evidence };
}

function errorOf(error: unknown): Extract<EvidenceLine, { kind: 'failed' }>['error'] {
  if (error instanceof RequestError) return error.body;
  const fault = storageFault(error);
  if (fault !== null) return { code: 'storage', message: fault.message, hint: fault.hint };
  console.error('The evidence of a corpus could not be computed:', error);
  return { code: 'internal', message: 'The evidence could not be computed.' };
}
