export { getSessionChoices as GET } from '@/lib/host/server/sessions/listing';

export const dynamic = 'force-dynamic';
