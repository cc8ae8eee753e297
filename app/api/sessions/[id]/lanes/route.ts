export { getLanes as GET } from '@/lib/server/http/sessions/lanes';

export const dynamic = 'force-dynamic';
