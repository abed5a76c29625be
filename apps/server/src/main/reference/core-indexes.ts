import { core } from '../core.ts'

const HEADING = `// Generated from the features of the core by \`pnpm run docs\`.
import type { DeclaredIndex } from './indexes.ts'

/**
 * The indexes that the features of the core declare, for commands that load no feature: to load them all takes a second
 * of processor time and 70 MB.
 */
export const CORE_INDEXES: readonly DeclaredIndex[] = `

/** The module of the server that has the indexes of the core as data. */
export function coreIndexesModule(): string {
  const indexes = core.flatMap(({ hooks }) => hooks.indexes ?? [])
  return `${HEADING}${JSON.stringify(indexes, null, 2)}\n`
}
