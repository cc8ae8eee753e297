export { getLanes as GET } from '@/lib/host/server/sessions/lanes';

export const dynamic = 'force-dynamic';
