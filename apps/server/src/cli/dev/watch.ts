import { sep } from 'node:path'
import { watch as watchFiles } from 'chokidar'
import { isCodeOf, listFiles, type WatchedPlugin } from './project.ts'

/** How long the watch waits for further files of the same save. Milliseconds. */
const QUIET = 40

/** The files that were saved. */
export interface Saved {
  /** The plugins with a changed file. */
  readonly plugins: readonly WatchedPlugin[]
  /** Whether the list of plugins may have changed. */
  readonly list: boolean
  /** When the first of the files was noticed, by `performance.now()`. */
  readonly at: number
}

/** The watch over the files of a project. */
export interface Watch {
  /** Watches the folders of these plugins, and no longer those of others. */
  follow(plugins: readonly WatchedPlugin[]): void
  close(): Promise<void>
}

/** Watches the list of plugins and the folders of plugins, and calls `saved` once for files that are saved together. */
export function watchProject(root: string, saved: (saved: Saved) => void): Watch {
  const lists = listFiles(root)
  let plugins: readonly WatchedPlugin[] = []
  let files = new Set<string>()
  let first: number | null = null
  let timer: NodeJS.Timeout | undefined

  const pluginOf = (file: string) => plugins.find(({ directory }) => file.startsWith(directory + sep))
  const ignored = (file: string) => {
    const plugin = pluginOf(file)
    return plugin !== undefined && !lists.includes(file) && !isCodeOf(plugin, file)
  }
  const tell = () => {
    const changed = [...files]
    const at = first ?? performance.now()
    files = new Set()
    first = null
    saved({
      plugins: plugins.filter(plugin => changed.some(file => pluginOf(file) === plugin)),
      list: changed.some(file => lists.includes(file)),
      at,
    })
  }
  const watcher = watchFiles(lists, { ignoreInitial: true, ignored, atomic: QUIET })
  watcher.on('all', (event, file) => {
    if (event === 'addDir' || ignored(file)) return
    first ??= performance.now()
    files.add(file)
    clearTimeout(timer)
    timer = setTimeout(tell, QUIET)
  })
  return {
    follow(next) {
      const gone = plugins.filter(({ directory }) => !next.some(other => other.directory === directory))
      const added = next.filter(({ directory }) => !plugins.some(other => other.directory === directory))
      plugins = next
      watcher.unwatch(gone.map(({ directory }) => directory))
      watcher.add(added.map(({ directory }) => directory))
    },
    async close() {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}
