import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'

/** A file that a browser loads. */
export interface BrowserFile {
  readonly bytes: Buffer
  /** Its content type. */
  readonly type: string
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const BUILT = join(dirname(createRequire(import.meta.url).resolve('@platform/stream/package.json')), 'dist')

/** The files of the stream by name. Each name has a hash of the content, so a browser may keep the file for ever. */
export const browserFiles: ReadonlyMap<string, BrowserFile> = readFolder(join(BUILT, 'browser'))

/** The names of the script and the style that every page of the stream loads. */
export const streamEntry: { readonly script: string; readonly style: string } = readEntry()

const embeds = readFolder(join(BUILT, 'embed'))

/** A script that other sites load under a name that never changes: `embed.js` or `count.js`. */
export function embedScript(name: string): BrowserFile | undefined {
  return embeds.get(name)
}

function readFolder(folder: string): Map<string, BrowserFile> {
  return new Map(
    readdirSync(folder).flatMap(name => {
      const type = TYPES[extname(name)]
      return type ? [[name, { bytes: readFileSync(join(folder, name)), type }] as const] : []
    }),
  )
}

function readEntry(): { script: string; style: string } {
  const manifest = JSON.parse(readFileSync(join(BUILT, 'browser/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[] }
  >
  const { file: script, css: [style] = [] } = manifest['src/browser/main.tsx'] ?? { file: '' }
  if (!script || !style) throw new Error('the build of the stream has no entry; run "pnpm run build"')
  return { script, style }
}
