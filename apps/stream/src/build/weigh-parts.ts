import { realpathSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { type PartSource, partsModule, type Surroundings } from './parts-module.ts'

/** More than this of one plugin is worth a warning: a reader loads it with the stream. Bytes. */
export const HEAVY_PART = 3_000

/** What a client part adds to what a browser loads. */
export interface PartWeight {
  readonly plugin: string
  /** Script and style with Brotli, in bytes, without what the part loads later by `import()`. */
  readonly bytes: number
}

/** Builds the parts once more, in memory and each by itself, and weighs what the browser gets of each. */
export async function weighParts(
  parts: readonly PartSource[],
  { around, config, main }: { around: Surroundings; config: InlineConfig; main: string },
): Promise<readonly PartWeight[]> {
  const result = await build({
    ...config,
    plugins: [partsModule(parts, around)],
    build: {
      target: 'es2022',
      write: false,
      modulePreload: false,
      cssCodeSplit: true,
      // Browsers load the parts as one file: names with hashes, by which these files import each other, are not in it.
      rolldownOptions: { input: { stream: main }, output: { chunkFileNames: '[name].js' } },
    },
  })
  const { output } = result as Rolldown.RolldownOutput
  const files = new Map(output.map(file => [file.fileName, file]))
  const entries = new Map(parts.map(({ entry, plugin }) => [realpathSync(entry), plugin]))
  const shared = new Set<string>()
  for (const file of output) if (isEntry(file)) collect(file.fileName, shared)
  return parts.map(({ plugin }) => {
    const own = new Set<string>()
    for (const file of output) if (partOf(file) === plugin) collect(file.fileName, own)
    const bytes = [...own].filter(name => !shared.has(name)).map(weigh)
    return { plugin, bytes: bytes.reduce((sum, each) => sum + each, 0) }
  })

  function partOf(file: OutputFile): string | null {
    return (file.type === 'chunk' && file.facadeModuleId !== null && entries.get(file.facadeModuleId)) || null
  }

  /** Adds a file, and what is loaded with it. What the stream loads later counts for the stream, too. */
  function collect(name: string, into: Set<string>): void {
    const file = files.get(name)
    if (!file || into.has(name)) return
    into.add(name)
    if (file.type !== 'chunk') return
    const later = into === shared ? file.dynamicImports.filter(each => partOf(files.get(each)!) === null) : []
    for (const each of [...file.imports, ...later, ...styleOf(file)]) collect(each, into)
  }

  function weigh(name: string): number {
    const file = files.get(name)!
    return brotliCompressSync(file.type === 'chunk' ? file.code.replace(STYLES_TO_LOAD, '') : file.source).length
  }
}

/**
 * Vite's list of style sheets that a chunk loads before it imports another. The stream's build has one style sheet and
 * no such list, and here it depends on how the folders are called which chunks get one.
 */
const STYLES_TO_LOAD = /^const __vite__mapDeps=.*\n/

type OutputFile = Rolldown.OutputChunk | Rolldown.OutputAsset

const isEntry = (file: OutputFile) => file.type === 'chunk' && file.isEntry

/** The style sheets that come with a chunk. */
const styleOf = (chunk: Rolldown.OutputChunk): readonly string[] => [...(chunk.viteMetadata?.importedCss ?? [])]
