export { getShare as GET } from '@/lib/host/server/sessions/export';

export const dynamic = 'force-dynamic';
