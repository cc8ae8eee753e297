export { getReferences as GET } from '@/lib/host/server/sessions/recall/references';

export const dynamic = 'force-dynamic';
