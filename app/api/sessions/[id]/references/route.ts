export { getReferences as GET } from '@/lib/host/server/sessions/references';

export const dynamic = 'force-dynamic';
