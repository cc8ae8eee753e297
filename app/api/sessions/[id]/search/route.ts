export { getSearch as GET } from '@/lib/server/http/sessions/texts/entry-search';

export const dynamic = 'force-dynamic';
