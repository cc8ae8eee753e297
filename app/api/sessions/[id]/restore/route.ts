export { restoreSession as POST } from '@/lib/host/server/sessions/sessions';

export const dynamic = 'force-dynamic';
