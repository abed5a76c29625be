import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runServer } from 'verdaccio'

/**
 * A package registry on this machine. Packages of the platform are its own; what they depend on comes from `upstream`.
 */
export interface Registry extends AsyncDisposable {
  readonly url: string
  /** Lines of an `.npmrc` that reads from it and may publish to it. */
  readonly npmrc: string
}

/** Starts an empty registry. @param upstream - where everything comes from that is not published here. */
export async function startRegistry(upstream: string): Promise<Registry> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-registry-'))
  const own = { access: '$all', publish: '$all' }
  const server = await runServer({
    storage: join(directory, 'storage'),
    configPath: join(directory, 'config.yaml'),
    self_path: join(directory, 'config.yaml'),
    uplinks: { upstream: { url: upstream } },
    max_body_size: '50mb',
    web: { enable: false },
    log: { type: 'stdout', level: 'fatal' },
    packages: {
      '@platform/*': own,
      'platform-plugin-*': own,
      'not-a-plugin': own,
      'create-platform-plugin': own,
      '**': { access: '$all', proxy: 'upstream' },
    },
  } as never)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/`,
    // Anybody may publish here; package managers still want to show something.
    npmrc: `registry=http://${host}/\n//${host}/:_authToken=anything\n`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => {
        server.close(resolve)
      })
      await rm(directory, { recursive: true, force: true })
    },
  }
}
