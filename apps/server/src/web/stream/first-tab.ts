import type { ServerContext } from '../../contract/context.ts'

/** The tags of tabs other than the one with all comments, by the names that operators give. */
const TAGS: Readonly<Record<string, string>> = { featured: 'FEATURED' }

/** The tag of the tab that readers see first; `null` for the one with all comments. */
export function firstTag({ services: { config } }: ServerContext): string | null {
  return TAGS[config.defaultStreamTab] ?? null
}
