export { getOpenApi as GET } from '@/lib/server/http/openapi';

export const dynamic = 'force-dynamic';
