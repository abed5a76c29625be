import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { connectDocstore, type Docstore } from '@platform/docstore'
import { openTestPlatform } from '@platform/server/testing'
import { type Server, serve } from '../../apps/server/test/cli/command.ts'
import { freePort } from '../../apps/server/test/free-port.ts'
import type { Mutation } from './mutations.ts'
import { type Receivers, startReceivers } from './receivers.ts'

export interface Person {
  readonly id: string
  readonly token: string
  readonly email: string
}

/** The password of every person. */
export const PASSWORD = 'a long enough password'

/** Who visits the site, and its discussions. */
export interface Scene {
  readonly people: readonly Person[]
  readonly moderator: Person
  readonly administrator: Person
  readonly assets: readonly string[]
}

export interface SiteOptions {
  /** Addresses of stores that several servers share. Default: the embedded stores, in a folder of the site. */
  readonly stores?: { readonly docstore: string; readonly kvstore: string }
  readonly env?: Readonly<Record<string, string>>
  /** Whether each comment is told to the receivers, by a plugin. */
  readonly tells?: boolean
}

export interface StartOptions {
  readonly mutation?: Mutation | undefined
  readonly env?: Readonly<Record<string, string>>
}

/** A site whose servers are processes, with their stores and all who receive something from it. */
export interface Site extends AsyncDisposable {
  readonly folder: string
  readonly scene: Scene
  readonly receivers: Receivers
  /** Starts a server, in the form that an operator starts. A server that follows another has the same port. */
  start(options?: StartOptions): Promise<Server>
  /** Reads the stores. An embedded store can be opened only while no server runs. */
  read<T>(reading: (docstore: Docstore) => Promise<T>): Promise<T>
}

const PEOPLE = 5
const ASSETS = 2
const SECRET = 'a secret of the servers of these tests, 32 bytes or more'
const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const PLUGINS = {
  witness: root('tests/faults/plugins/witness'),
  'platform-plugin-respect': root('plugins/platform-plugin-respect'),
}
const PRELOADS = ['mutate', 'kill-at-write', 'follow-flushes', 'measure-loop'].map(
  name => `--import=${pathToFileURL(root(`tests/faults/preloads/${name}.ts`))}`,
)

export async function openSite({ stores, env: own = {}, tells = true }: SiteOptions = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-faults-'))
  await mkdir(join(folder, 'node_modules'))
  for (const [name, path] of Object.entries(PLUGINS)) await symlink(path, join(folder, 'node_modules', name))
  await writeFile(join(folder, 'plugins.json'), JSON.stringify({ server: Object.keys(PLUGINS).slice(tells ? 0 : 1) }))
  const receivers = await startReceivers()
  const docstore = stores?.docstore ?? `sqlite:${join(folder, 'platform.db')}`
  const env = {
    PLATFORM_DOCSTORE_URL: docstore,
    PLATFORM_KVSTORE_URL: stores?.kvstore ?? 'memory:',
    PLATFORM_ROOT_URL: 'http://localhost:3000',
    PLATFORM_JWT_SECRET: SECRET,
    PLATFORM_DISABLE_SCRAPER: 'TRUE',
    // Comments whose authors had others rejected are shown all the same.
    TRUST_THRESHOLDS: 'comment:1000,-1000',
    ...(tells ? { PLATFORM_PLUGIN_WITNESS_WEBHOOK: receivers.webhook } : {}),
    NODE_OPTIONS: `--disable-warning=ExperimentalWarning ${PRELOADS.join(' ')}`,
    ...receivers.env,
    ...own,
  }
  const scene = await setScene(env)
  const ports: number[] = []
  const running = new Map<number, Server>()
  return {
    folder,
    scene,
    receivers,
    async start({ mutation, env: more = {} } = {}) {
      const port = ports.find(each => !running.has(each)) ?? (await freePort())
      if (!ports.includes(port)) ports.push(port)
      const mutated = mutation ? { FAULT_MUTATION: JSON.stringify(mutation) } : {}
      const server = await serve({ cwd: folder, port, env: { ...env, ...mutated, ...more } })
      running.set(port, server)
      void server.ended.then(() => running.delete(port))
      return server
    },
    async read(reading) {
      const store = await connectDocstore(docstore)
      try {
        return await reading(store)
      } finally {
        await store.close()
      }
    },
    async [Symbol.asyncDispose]() {
      for (const server of running.values()) await server[Symbol.asyncDispose]()
      await receivers[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes the accounts and discussions that everything begins with. */
async function setScene(env: Readonly<Record<string, string>>): Promise<Scene> {
  const { PLATFORM_DOCSTORE_URL, PLATFORM_KVSTORE_URL, PLATFORM_ROOT_URL, PLATFORM_JWT_SECRET } = env
  await using opened = await openTestPlatform({
    env: { PLATFORM_DOCSTORE_URL, PLATFORM_KVSTORE_URL, PLATFORM_ROOT_URL, PLATFORM_JWT_SECRET } as Record<
      string,
      string
    >,
  })
  let made = 0
  const person = async (roles: readonly ('MODERATOR' | 'ADMIN')[] = []): Promise<Person> => {
    const username = `visitor_${++made}`
    const { user, token } = await opened.createUser({ username, roles })
    return { id: user.id, token, email: `${username}@test.example` }
  }
  const assets: string[] = []
  for (let i = 0; i < ASSETS; i++)
    assets.push((await opened.createAsset({ url: `http://localhost:3000/article-${i}` })).id)
  const people: Person[] = []
  for (let i = 0; i < PEOPLE; i++) people.push(await person())
  return { people, assets, moderator: await person(['MODERATOR']), administrator: await person(['ADMIN']) }
}
