import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserFile, kitStyle } from '@platform/stream'

/** The files that pages load, read once. Their names contain a hash of the content, so browsers cache them for ever. */
export interface AssetManifest {
  /** `site.css` → `site.Qm3xk0aB1c.css` */
  hashedName(name: string): string
  /** The files of the folder by their hashed names. */
  readonly files: ReadonlyMap<string, BrowserFile>
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Reads the files of a folder. A link to a file outside of the folder is skipped, because every visitor could read that
 * file.
 *
 * @param before what a file begins with, by its name
 */
export function readManifest(folder: string, before: Readonly<Record<string, string>> = {}): AssetManifest {
  const directory = realpathSync(folder)
  const names = new Map<string, string>()
  const files = new Map<string, BrowserFile>()
  for (const name of readdirSync(directory)) {
    const extension = extname(name)
    const type = TYPES[extension]
    if (!type) continue
    const path = realpathSync(join(directory, name))
    if (dirname(path) !== directory) continue
    const bytes = Buffer.concat([Buffer.from(before[name] ?? ''), readFileSync(path)])
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10)
    const hashed = `${name.slice(0, -extension.length)}.${hash}${extension}`
    names.set(name, hashed)
    files.set(hashed, { bytes, type })
  }
  return {
    hashedName(name) {
      const hashed = names.get(name)
      if (!hashed)
        throw new Error(`${name} is not among the files of apps/server/assets: ${[...names.keys()].join(', ')}`)
      return hashed
    },
    files,
  }
}

/** The files in `apps/server/assets`. The pages have the colours and sizes of the kit. */
export const assets: AssetManifest = readManifest(fileURLToPath(new URL('../../assets/', import.meta.url)), {
  'site.css': kitStyle,
})
