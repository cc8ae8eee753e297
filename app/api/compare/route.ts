export { postCompare as POST } from '@/lib/host/server/compare/compare';

export const dynamic = 'force-dynamic';
