import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { CreatePluginError } from './create-plugin-error.ts'
import { namesOf } from './names.ts'
import { adaptPackageFile } from './package-file.ts'
import { fillTemplate, type TemplateFile } from './template.ts'
import { type Workspace, workspaceOf } from './workspace.ts'

/**
 * The plugin to write.
 *
 * @example
 * const draft: PluginDraft = { name: 'my-thing', client: false }
 */
export interface PluginDraft {
  /** `my-thing`, `platform-plugin-my-thing` or `@acme/my-thing`. */
  readonly name: string
  /** The folder of the plugin. @defaultValue a folder with its name, in the current folder */
  readonly directory?: string
  /** One line about the plugin. */
  readonly description?: string
  /** Whether it has a part for the browser. @defaultValue true */
  readonly client?: boolean
  /** Whether it has a part for the server. @defaultValue true */
  readonly server?: boolean
}

/**
 * The written plugin.
 *
 * @example
 * const { directory, files }: CreatedPlugin = await createPlugin({ name: 'my-thing' })
 */
export interface CreatedPlugin {
  readonly name: string
  readonly directory: string
  /** Paths from the directory. */
  readonly files: readonly string[]
  /** Whether it became a part of the platform's own repository. */
  readonly inWorkspace: boolean
}

/**
 * Writes a new plugin, which is typed, has a passing test and is ready to publish. Under `plugins/` of the platform's
 * repository it depends on the packages beside it, elsewhere on their releases.
 *
 * @throws CreatePluginError when the name is not allowed, the directory is not empty or can't be written, or no
 * part is wanted
 * @example
 * await createPlugin({ name: 'my-thing', directory: 'plugins/platform-plugin-my-thing' })
 */
export async function createPlugin({
  name: wanted,
  directory: given,
  description,
  client = true,
  server = true,
}: PluginDraft): Promise<CreatedPlugin> {
  const names = namesOf(wanted)
  if (!client && !server)
    throw new CreatePluginError('PARTS_MISSING', 'A plugin has a part for the server, one for the browser, or both.')
  const directory = resolve(given ?? names.name.split('/').at(-1)!)
  if (existsSync(directory) && (!statSync(directory).isDirectory() || readdirSync(directory).length > 0))
    throw new CreatePluginError(
      'DIRECTORY_TAKEN',
      `There is something at ${relative(process.cwd(), directory) || directory} already. Choose another with ` +
        '--directory.',
    )
  const workspace = workspaceOf(directory)
  const parts = { client, server, standalone: workspace === null }
  const files = fillTemplate(
    { ...names, description: oneLine(description) ?? `${names.title}, for the platform` },
    parts,
  )
  await writeAll(
    directory,
    files.map(file => adapted(file, { parts, workspace })),
  )
  return { name: names.name, directory, files: files.map(({ path }) => path).sort(), inWorkspace: workspace !== null }
}

function adapted(
  file: TemplateFile,
  { parts, workspace }: { parts: Parameters<typeof adaptPackageFile>[1]; workspace: Workspace | null },
): TemplateFile {
  if (file.path === 'package.json') return { ...file, text: adaptPackageFile(file.text, parts, workspace) }
  if (workspace && file.path === 'tsconfig.json')
    return { ...file, text: file.text.replace(/"compilerOptions": \{[\s\S]*?\n {2}\},/, sharedOptions(workspace)) }
  if (workspace && file.path === 'tsconfig.build.json')
    return {
      ...file,
      text: file.text.replace('"outDir": "dist"', '"outDir": "dist", "tsBuildInfoFile": "dist/.tsbuildinfo"'),
    }
  return file
}

/** The compiler options of the packages of the repository. */
function sharedOptions({ root }: Workspace): string {
  const options = {
    lib: ['ES2025', 'ESNext.Disposable', 'DOM'],
    jsx: 'react-jsx',
    jsxImportSource: 'preact',
    noEmit: true,
    tsBuildInfoFile: 'node_modules/.cache/typecheck.tsbuildinfo',
  }
  return `"extends": "${root}/tsconfig.base.json",\n  "compilerOptions": ${JSON.stringify(options)},`
}

/** Writes the files into an empty folder, or one that is not there yet. When the disk is full, nothing is left. */
async function writeAll(directory: string, files: readonly TemplateFile[]): Promise<void> {
  let made: string | undefined
  try {
    made = await mkdir(directory, { recursive: true })
    for (const file of files) await write(directory, file)
  } catch (error) {
    const left = made === undefined ? await readdir(directory).catch(() => []) : ['.']
    for (const name of left)
      await rm(resolve(made ?? directory, name), { recursive: true, force: true }).catch(() => {})
    throw new CreatePluginError(
      'DIRECTORY_UNWRITABLE',
      `${relative(process.cwd(), directory) || directory} can't be written: ${(error as Error).message}`,
      { cause: error },
    )
  }
}

async function write(directory: string, { path, text }: TemplateFile): Promise<void> {
  const file = join(directory, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

/** Makes one line of a description, which is written into JSON, a comment and a table. */
function oneLine(text: string | undefined): string | undefined {
  return text?.replace(/[\s"\\`*<>|]+/g, ' ').trim() || undefined
}
