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

const EMBED_FOLDER = join(
  dirname(createRequire(import.meta.url).resolve('@platform/stream/package.json')),
  'dist/embed',
)
const embeds = readFiles(EMBED_FOLDER, readdirSync(EMBED_FOLDER))

/** The style sheet of the kit, which the platform's own pages load with theirs. */
export const kitStyle: string = readKit()

/** The scripts that other sites load. The polyfilled form of the embed script loads the polyfill in older browsers. */
export type EmbedScriptName = 'embed.js' | 'embed-polyfilled.js' | 'embed-polyfill.js' | 'count.js'

/** A script that other sites load. */
export function embedScript(name: EmbedScriptName): BrowserFile {
  const script = embeds.get(name)
  if (!script) throw new Error(`the build of the stream has no ${name}; run "pnpm run build"`)
  return script
}

/** Reads files of a folder, as far as browsers may load them. */
export function readFiles(folder: string, names: readonly string[]): Map<string, BrowserFile> {
  return new Map(
    names.flatMap(name => {
      const type = TYPES[extname(name)]
      return type ? [[name, { bytes: readFileSync(join(folder, name)), type }] as const] : []
    }),
  )
}

function readKit(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('@platform/client-kit/styles.css'))
  return ['tokens.css', 'avatar.css'].map(name => readFileSync(join(folder, name), 'utf8')).join('')
}
