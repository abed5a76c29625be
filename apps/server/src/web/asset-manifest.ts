import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** A file that pages load. */
export interface AssetFile {
  readonly bytes: Buffer
  readonly type: string
}

/** The files pages load, read once. Their addresses carry a hash of the content, so they are cached for ever. */
export interface AssetManifest {
  /** `site.css` → `site.Qm3xk0aB1c.css` */
  hashedName(name: string): string
  /** Finds a file by its hashed name. Nothing but what the manifest lists can be reached. */
  find(hashedName: string): AssetFile | undefined
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

function readManifest(directory: URL): AssetManifest {
  const names = new Map<string, string>()
  const files = new Map<string, AssetFile>()
  for (const name of readdirSync(directory)) {
    const extension = extname(name)
    const type = TYPES[extension]
    if (!type) continue
    const bytes = readFileSync(new URL(name, directory))
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10)
    const hashed = `${name.slice(0, -extension.length)}.${hash}${extension}`
    names.set(name, hashed)
    files.set(hashed, { bytes, type })
  }
  return {
    hashedName(name) {
      const hashed = names.get(name)
      if (!hashed) throw new Error(`${name} is not among the asset files: ${[...names.keys()].join(', ')}`)
      return hashed
    },
    find: hashedName => files.get(hashedName),
  }
}

/** The files in `apps/server/assets`. */
export const assets: AssetManifest = readManifest(new URL('../../assets/', import.meta.url))
