import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { letPluginsImport } from '@platform/plugin-host'
import type { Plugin } from '@platform/plugin-sdk'
import { SERVER_MODULES } from '#server/main/load-plugins'
import { named } from '../compose/named.ts'

/** A CommonJS plugin in a folder `plugins/<name>`, loaded as the platform loads it. */
export interface RequiredPlugin extends AsyncDisposable {
  readonly plugin: Plugin
  readonly folder: string
}

/** Writes the files of a plugin, whose module is `index.js`, and requires it. */
export async function requirePlugin(name: string, files: Readonly<Record<string, string>>): Promise<RequiredPlugin> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'platform-older-')))
  const folder = join(root, 'plugins', name)
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
  letPluginsImport(root, SERVER_MODULES)
  return {
    folder,
    plugin: named(name, createRequire(join(folder, 'index.js'))('./index.js') as object),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}
