export { getText as GET } from '@/lib/host/server/sessions/texts/entry-text';

export const dynamic = 'force-dynamic';
