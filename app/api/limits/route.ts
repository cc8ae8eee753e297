export { getLimits as GET, putLimits as PUT } from '@/lib/server/http/limits';

export const dynamic = 'force-dynamic';
