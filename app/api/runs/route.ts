export { getRuns as GET, postRun as POST } from '@/lib/host/server/runs/runs';

export const dynamic = 'force-dynamic';
