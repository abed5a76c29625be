import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadStreamBuild, type StreamBuild } from '@platform/stream'
import { buildStream } from '@platform/stream/build'
import { afterAll } from 'vitest'

/**
 * Gives what builds the stream with the client part in a folder beside this file, for the tests of a `describe`. The
 * build is removed after them.
 */
export function buildsPart(folder: string, plugin = folder): () => Promise<StreamBuild> {
  const made: string[] = []
  afterAll(() => Promise.all(made.map(directory => rm(directory, { recursive: true, force: true }))))
  return async () => {
    const directory = await mkdtemp(join(tmpdir(), `platform-${folder}-`))
    made.push(directory)
    const [entry, out] = [join(import.meta.dirname, folder, 'client/index.tsx'), join(directory, 'build')]
    await buildStream({ parts: [{ plugin, version: null, entry, hash: '' }], out })
    return loadStreamBuild(out)
  }
}
