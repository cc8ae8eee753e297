export { getText as GET } from '@/lib/server/http/sessions/texts/entry-text';

export const dynamic = 'force-dynamic';
