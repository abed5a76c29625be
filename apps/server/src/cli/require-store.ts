import { existsSync } from 'node:fs'
import type { Config } from '@platform/config'
import { docstoreFile } from '@platform/docstore'
import { EXIT } from '../runtime/failure.ts'

/**
 * Refuses a command about a site where there is no file of its embedded store. In a wrong folder the command would make
 * an empty store, and answer from that.
 */
export function requireStore({ docstoreUrl }: Pick<Config, 'docstoreUrl'>): void {
  const file = docstoreFile(docstoreUrl)
  if (file === null || existsSync(file)) return
  const message = `There is no store at ${file}: run this in the folder of the site, or set PLATFORM_DOCSTORE_URL`
  throw Object.assign(new Error(message), { exitCode: EXIT.noInput })
}
