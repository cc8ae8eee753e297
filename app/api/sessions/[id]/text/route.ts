export { getText as GET } from '@/lib/host/server/sessions/entry-text';

export const dynamic = 'force-dynamic';
