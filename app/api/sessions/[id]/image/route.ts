export { getImage as GET } from '@/lib/server/http/sessions/texts/entry-image';

export const dynamic = 'force-dynamic';
