export { restoreSession as POST } from '@/lib/server/http/sessions/sessions';

export const dynamic = 'force-dynamic';
