export {
  getCorpus as GET,
  patchCorpus as PATCH,
  removeCorpus as DELETE,
} from '@/lib/host/server/corpora/corpora';

export const dynamic = 'force-dynamic';
