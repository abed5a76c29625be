import { type BuildOptions, build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { onlyValidFiles } from './valid-files.ts'

interface BrowserBuild {
  /** What all builds have in common. */
  readonly config: InlineConfig
  readonly plugins: readonly Plugin[]
  readonly outDir: string
  readonly sourcemap: NonNullable<BuildOptions['sourcemap']>
}

type Bundle = Required<Pick<Rolldown.RolldownOptions, 'input' | 'output'>>

/** Builds the files of an app that browsers load. @throws Error of the bundler, which names the file and the line. */
export async function buildForBrowser(
  { config, plugins, outDir, sourcemap }: BrowserBuild,
  { input, output }: Bundle,
): Promise<void> {
  const [name] = Object.keys(input as object)
  let isRefused = false
  const valid = onlyValidFiles(() => {
    isRefused = true
  })
  const buildWith = (chunkOptimization: Rolldown.ChunkOptimizationOptions) =>
    build({
      ...config,
      plugins: [...plugins, valid],
      build: {
        target: 'es2022',
        outDir,
        sourcemap,
        emptyOutDir: false,
        assetsDir: '',
        manifest: `.vite/${name}.json`,
        modulePreload: false,
        // One style sheet, also for parts of plugins: the server draws them before their scripts are loaded.
        cssCodeSplit: false,
        rolldownOptions: {
          input,
          output: { assetFileNames: 'stream-[hash][extname]', ...output },
          experimental: { chunkOptimization },
        },
      },
    })
  try {
    await buildWith({})
  } catch (error) {
    if (!isRefused) throw error
    // What makes the invalid files is left out. Readers then load more of them, about an eighth more bytes.
    await buildWith({ avoidRedundantChunkLoads: false })
  }
}
