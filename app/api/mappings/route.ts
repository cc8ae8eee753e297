import { getMappings, postMapping } from '@/lib/api/server/mapping';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getMappings;
export const POST = postMapping;
