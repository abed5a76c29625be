import type { Docstore, DocstoreOptions } from './contract/docstore.ts'
import { parseDocstoreUrl } from './url.ts'

/**
 * Opens the document store of a URL: `sqlite:<path>` (embedded, one process) or `mongodb://`, `mongodb+srv://`.
 *
 * @throws DocstoreError `DOCSTORE_URL_INVALID`, `DOCSTORE_UNAVAILABLE`, `DOCSTORE_LOCKED`, `DOCSTORE_UNWRITABLE`,
 * `DOCSTORE_FORMAT_UNKNOWN`, `DOCSTORE_DAMAGED` or `DOCSTORE_LOG_FOREIGN`, with one clear line without credentials
 *
 * @example
 * const docstore = await connectDocstore('sqlite:./data/platform.db')
 * const users = docstore.collection<User>('users')
 */
export async function connectDocstore(url: string, options: DocstoreOptions = {}): Promise<Docstore> {
  const parsed = parseDocstoreUrl(url)
  // Only the store in use is loaded, because the driver costs 20 MB, and some runtimes have no node:sqlite.
  if (parsed.kind === 'sqlite') return (await import('./sqlite/open.ts')).openSqlite(parsed.path, options)
  return (await import('./mongo/connect.ts')).connectMongo(parsed.url, options)
}
