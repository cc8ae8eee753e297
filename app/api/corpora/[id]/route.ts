export {
  getCorpus as GET,
  patchCorpus as PATCH,
  removeCorpus as DELETE,
} from '@/lib/server/http/corpora/corpora';

export const dynamic = 'force-dynamic';
