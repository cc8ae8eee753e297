export { getSessionTable as GET } from '@/lib/server/http/sessions/listing';

export const dynamic = 'force-dynamic';
