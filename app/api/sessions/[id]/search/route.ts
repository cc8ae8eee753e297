export { getSearch as GET } from '@/lib/host/server/sessions/entry-search';

export const dynamic = 'force-dynamic';
