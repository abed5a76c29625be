import type { Services } from '@platform/plugin-sdk'
import type { BuildFacts } from '@platform/stream'

/** What open pages need to know to take up the next build; `null` outside development. */
export function buildFacts({
  composition,
  streamBuild,
}: Pick<Services, 'composition' | 'streamBuild'>): BuildFacts | null {
  const { id, entry, isWatched, parts, watched } = streamBuild
  if (!isWatched) return null
  return {
    id,
    parts: parts.map(({ plugin }) => plugin),
    documents: composition.streamDocuments.suffix,
    style: entry.style,
    list: watched?.list ?? null,
    kit: watched?.kit ?? null,
  }
}
