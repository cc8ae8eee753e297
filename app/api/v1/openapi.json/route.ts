export { getOpenApi as GET } from '@/lib/host/server/openapi';

export const dynamic = 'force-dynamic';
