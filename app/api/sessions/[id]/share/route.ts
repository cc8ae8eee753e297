export { getShare as GET } from '@/lib/server/http/sessions/export';

export const dynamic = 'force-dynamic';
