export { getCorpusSessions as GET } from '@/lib/server/http/corpora/corpora';

export const dynamic = 'force-dynamic';
