export { getCorpora as GET, postCorpus as POST } from '@/lib/server/http/corpora/corpora';

export const dynamic = 'force-dynamic';
