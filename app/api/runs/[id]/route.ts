export { getRun as GET, removeRun as DELETE } from '@/lib/host/server/runs/runs';

export const dynamic = 'force-dynamic';
