export { postReplay as POST } from '@/lib/host/server/sessions/replay';

export const dynamic = 'force-dynamic';
