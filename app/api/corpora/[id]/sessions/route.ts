export { getCorpusSessions as GET } from '@/lib/host/server/corpora/corpora';

export const dynamic = 'force-dynamic';
