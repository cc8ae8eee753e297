export { getReferences as GET } from '@/lib/server/http/sessions/references';

export const dynamic = 'force-dynamic';
