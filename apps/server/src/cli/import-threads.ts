import { openThreads, PACE } from '../features/comments/threads-import/read-threads.ts'

/**
 * `platform import threads`. The file is opened first: its first lines are read, in a thread of their own, while all
 * else is being loaded here.
 */
export async function importThreadsFile(path: string, options: { readonly json?: boolean }): Promise<number> {
  const file = await openThreads(path, PACE.alone)
  const { importIntoStores } = await import('./import-into-stores.ts')
  return importIntoStores({ path, file, json: options.json ?? false })
}
