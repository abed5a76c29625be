import { brotliCompressSync } from 'node:zlib'
import { loadStreamBuild } from '@platform/stream'

/** What each part of the admin panel that is loaded when it is used may add to what is loaded before. Bytes. */
export const PART_LIMITS: Readonly<Record<string, number>> = {
  'activity-dot': 2_000,
  community: 12_000,
  configure: 16_000,
  dashboard: 28_000,
  de: 14_000,
  discussions: 9_000,
  en: 12_000,
  'keys-dialog': 2_000,
  moderate: 30_000,
  'person-drawer': 6_000,
  plugins: 6_000,
  setup: 9_000,
}

const SCRIPTS = new Map([...(await loadStreamBuild()).files].filter(([name]) => /^admin-.*\.js$/.test(name)))
const CODES = new Map([...SCRIPTS].map(([name, { bytes }]) => [name, bytes.toString()]))

/** The weights of these parts with Brotli, by name: every script that a part needs, without what the panel has then. */
export function readPartWeights(): ReadonlyMap<string, number> {
  const [entry = ''] = [...CODES.keys()].filter(name => /^admin-[\w-]{8}\.js$/.test(name))
  const parts = new Map(
    [...CODES.get(entry)!.matchAll(/import\(`\.\/(admin-([\w-]+)-[\w-]{8}\.js)`\)/g)]
      // Client parts of plugins have limits of their own.
      .filter(([, , name]) => name !== 'client')
      .map(([, file = '', name = '']) => [name, file] as const),
  )
  const started = neededBy(entry)
  const shown = new Set([...started, ...neededBy(parts.get('moderate')!), ...neededBy(parts.get('activity-dot')!)])
  const sizes = [...parts].map(([name, file]) => {
    const isFirst = name === 'moderate' || name === 'activity-dot'
    const added = [...neededBy(file)].filter(each => !(isFirst ? started : shown).has(each))
    return [name, added.reduce((sum, each) => sum + brotliCompressSync(SCRIPTS.get(each)!.bytes).length, 0)] as const
  })
  return new Map(sizes.toSorted(([one], [other]) => one.localeCompare(other, 'en')))
}

/** A script, and every one that it imports, directly or not. */
function neededBy(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, next = ''] of CODES.get(file)!.matchAll(/(?:from|import)"\.\/(admin-[\w-]+\.js)"/g))
    neededBy(next, found)
  return found
}
