import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** What these tests read of a package.json. */
const MANIFEST = z.looseObject({
  name: z.string(),
  private: z.boolean().optional(),
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
})
export type Manifest = z.infer<typeof MANIFEST>

/** A package of this repository, and the tarball that would be published of it. */
export interface Packed {
  /** From the root: `packages/trust`. */
  readonly folder: string
  /** As it stands in the repository. */
  readonly manifest: Manifest
  readonly tarball: Uint8Array<ArrayBuffer>
}

/** The packages that are published, by their folders. */
export async function publishedFolders(): Promise<string[]> {
  const folders = await Promise.all(
    ['apps', 'packages', 'plugins'].map(async base =>
      (await readdir(join(repository, base))).map(name => `${base}/${name}`),
    ),
  )
  const manifests = await Promise.all(folders.flat().map(async folder => [folder, await readManifest(folder)] as const))
  return manifests.filter(([, manifest]) => manifest !== null && manifest.private !== true).map(([folder]) => folder)
}

/** Packs all packages with one command, as `pnpm publish` does before it uploads. */
export async function packAll(folders: readonly string[]): Promise<Map<string, Packed>> {
  const destination = await mkdtemp(join(tmpdir(), 'platform-packed-'))
  try {
    const filters = folders.flatMap(folder => ['--filter', `./${folder}`])
    await promisify(execFile)('pnpm', ['--recursive', ...filters, 'pack', '--pack-destination', destination], {
      cwd: repository,
    })
    const packed = await Promise.all(
      folders.map(async (folder): Promise<Packed> => {
        const manifest = MANIFEST.parse(await readManifest(folder))
        const file = `${manifest.name.replace('@', '').replace('/', '-')}-${String(manifest['version'])}.tgz`
        return { folder, manifest, tarball: new Uint8Array(await readFile(join(destination, file))) }
      }),
    )
    return new Map(packed.map(one => [one.folder, one]))
  } finally {
    await rm(destination, { recursive: true, force: true })
  }
}

/** A folder without a package.json, such as one that holds only what an earlier build left, is no package. */
async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(repository, folder, 'package.json'), 'utf8').catch(() => null)
  return text === null ? null : MANIFEST.parse(JSON.parse(text))
}
