export { getSearch as GET } from '@/lib/host/server/sessions/texts/entry-search';

export const dynamic = 'force-dynamic';
