import { dirname, sep } from 'node:path'
import type { Plugin } from 'vite'
import { noModule } from './build-errors.ts'

/** The client part of a plugin, as a build finds it. */
export interface PartSource {
  readonly plugin: string
  readonly version: string | null
  /** The absolute path of the module whose default export is the part. */
  readonly entry: string
  /** A hash of the files of the part. */
  readonly hash: string
}

/** The module that a build puts another one in place of. */
export const LISTED = /[\\/]parts[\\/]listed-parts\.[jt]s$/

/** What a part shares with its app, wherever the plugin is installed: two copies would not know each other. */
const SHARED = /^(?:preact|@preact\/signals|@platform\/client-(?:sdk|kit))(?:\/|$)/
/** Modules of Node, which a browser does not have. */
const OF_NODE = /^node:/

/** What is around the parts in a build. */
export interface Surroundings {
  /** The style sheet of the app, which comes before those of parts. */
  readonly style: string
  /** A module of the app, which finds its libraries. */
  readonly main: string
}

/** Puts the parts that an operator lists into a build. */
export function partsModule(parts: readonly PartSource[], { style, main }: Surroundings): Plugin {
  const listed = parts.map(
    ({ plugin, version, entry }) =>
      `  { plugin: ${text(plugin)}, version: ${text(version)}, load: () => import(${text(entry)}) },`,
  )
  return {
    name: 'platform-client-parts',
    enforce: 'pre',
    resolveId: {
      filter: { id: [SHARED, OF_NODE] },
      async handler(id, importer = '') {
        if (OF_NODE.test(id)) {
          if (parts.some(({ entry }) => importer.startsWith(dirname(entry) + sep)))
            this.error(`${noModule(id, importer)} in a browser`)
          return null
        }
        const found = await this.resolve(id, main, { skipSelf: true }).catch(() => null)
        return found ?? this.error(noModule(id, importer))
      },
    },
    load: {
      filter: { id: LISTED },
      handler: () => [`import ${text(style)}`, 'export const partModules = [', ...listed, ']'].join('\n'),
    },
  }
}

const text = (value: string | null) => JSON.stringify(value)
