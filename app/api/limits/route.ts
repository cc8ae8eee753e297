export { getLimits as GET, putLimits as PUT } from '@/lib/host/server/limits';

export const dynamic = 'force-dynamic';
