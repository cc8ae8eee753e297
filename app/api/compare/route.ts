export { postCompare as POST } from '@/lib/server/http/compare/compare';

export const dynamic = 'force-dynamic';
