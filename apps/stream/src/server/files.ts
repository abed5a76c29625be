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

/** The names of the files that a page of the stream loads. */
export interface StreamEntry {
  readonly script: string
  readonly style: string
}

export const streamEntry: StreamEntry = readEntry()

/** The style sheet of the kit, which the platform's own pages load with theirs. */
export const kitStyle: string = readKit()

const embeds = readFolder(join(BUILT, 'embed'))

/** The scripts that other sites load. The polyfilled form of the embed script loads the polyfill in older browsers. */
export type EmbedScriptName = 'embed.js' | 'embed-polyfilled.js' | 'embed-polyfill.js' | 'count.js'

/** A script that other sites load. */
export function embedScript(name: EmbedScriptName): BrowserFile {
  const script = embeds.get(name)
  if (!script) throw new Error(`the build of the stream has no ${name}; run "pnpm run build"`)
  return script
}

function readFolder(folder: string): Map<string, BrowserFile> {
  return new Map(
    readdirSync(folder).flatMap(name => {
      const type = TYPES[extname(name)]
      return type ? [[name, { bytes: readFileSync(join(folder, name)), type }] as const] : []
    }),
  )
}

function readKit(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('@platform/client-kit/styles.css'))
  return ['tokens.css', 'avatar.css'].map(name => readFileSync(join(folder, name), 'utf8')).join('')
}

function readEntry(): StreamEntry {
  const manifest = JSON.parse(readFileSync(join(BUILT, 'browser/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  const [script, style] = ['src/browser/main.ts', 'src/styles/index.css'].map(source => manifest[source]?.file)
  if (!script || !style) throw new Error('the build of the stream has no entry; run "pnpm run build"')
  return { script, style }
}
