import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** The platform's own repository, as seen from the folder of a plugin in it. */
export interface Workspace {
  /** `../..` */
  readonly root: string
  /** `plugins/platform-plugin-my-thing` */
  readonly folder: string
}

/** Finds the repository that has this folder as a plugin; `null` outside of `plugins/`. */
export function workspaceOf(directory: string): Workspace | null {
  const plugins = dirname(resolve(directory))
  const root = dirname(plugins)
  if (
    plugins !== join(root, 'plugins') ||
    ![join(root, 'pnpm-workspace.yaml'), join(root, 'packages', 'plugin-sdk', 'package.json')].every(existsSync)
  )
    return null
  return {
    root: relative(directory, root).replaceAll('\\', '/'),
    folder: relative(root, directory).replaceAll('\\', '/'),
  }
}
