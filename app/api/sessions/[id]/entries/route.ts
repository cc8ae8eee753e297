export { getEntries as GET } from '@/lib/server/http/sessions/texts/texts';

export const dynamic = 'force-dynamic';
