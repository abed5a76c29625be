import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of a plugin: in a folder of `plugins`, or in an installed package with a plugin's name. */
export interface PluginFile {
  readonly path: string
  /** The folder of the plugin. */
  readonly directory: string
  /** The folder with the plugins of the project, or with the installed packages. */
  readonly base: string
}

const NAME = '(?:@[^/]+/)?[^/]+'
const IN_FOLDER = new RegExp(`^(.*/plugins)/(${NAME})/(?!(?:.*/)?node_modules/)`)
const INSTALLED = /^(.*\/node_modules)\/((?:@[^/]+\/)?(?:talk|platform)-plugin-[^/]+)\/(?!(?:.*\/)?node_modules\/)/
/** The folder of this package: its own files are found as everywhere else. */
const OWN = dirname(dirname(fileURLToPath(import.meta.url))) + sep

/** The plugin's file of a URL; `null` for any other file. */
export function pluginFileOf(url: string | undefined): PluginFile | null {
  if (!url?.startsWith('file:')) return null
  const path = fileURLToPath(url)
  if (path.startsWith(OWN)) return null
  const [, base, name] = IN_FOLDER.exec(path.replaceAll(sep, '/')) ?? INSTALLED.exec(path.replaceAll(sep, '/')) ?? []
  return base === undefined || name === undefined ? null : { path, base, directory: `${base}/${name}` }
}

/** Whether a relative specifier leads to a file outside of the plugin. */
export function leadsOut({ path, directory }: PluginFile, specifier: string): boolean {
  return !resolve(dirname(path), specifier).startsWith(resolve(directory) + sep)
}
