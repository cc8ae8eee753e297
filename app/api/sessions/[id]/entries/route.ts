export { getEntries as GET } from '@/lib/host/server/sessions/texts/texts';

export const dynamic = 'force-dynamic';
