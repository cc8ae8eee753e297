export { getImage as GET } from '@/lib/host/server/sessions/texts/entry-image';

export const dynamic = 'force-dynamic';
